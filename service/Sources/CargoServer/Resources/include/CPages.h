#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>

/// A template or a file that pages link to.
struct cargo_page_file {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// All of them.
const struct cargo_page_file *_Nonnull cargo_page_files(size_t *_Nonnull count);

#endif

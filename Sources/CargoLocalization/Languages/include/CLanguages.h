#ifndef CLANGUAGES_H
#define CLANGUAGES_H

#include <stddef.h>

/// The German translations: a PO file.
const unsigned char *_Nonnull cargo_language_de(size_t *_Nonnull count);

#endif

// Each language's file, embedded by the compiler. Swift's own compiler takes seconds for a list of as many bytes.
#include "CLanguages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char de[] = {
#embed "de.po"
};

const unsigned char *cargo_language_de(size_t *count) {
    *count = sizeof de;
    return de;
}

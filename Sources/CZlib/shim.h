#pragma once
#include <zlib.h>
// What zlib has as macros, which Swift doesn't import.
static inline int cz_deflate_init(z_streamp stream) { return deflateInit2(stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY); }
static inline int cz_inflate_init(z_streamp stream) { return inflateInit2(stream, 15 + 16); }

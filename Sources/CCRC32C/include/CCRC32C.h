#ifndef CCRC32C_H
#define CCRC32C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has CRC-32C instructions (SSE4.2 or ARMv8 CRC) and this library was built to use them.
bool ccrc32c_is_available(void);

/// Feeds bytes into a running CRC-32C register (reflected, not inverted before or after). Call it only if `ccrc32c_is_available`.
uint32_t ccrc32c_update(uint32_t crc, const void *_Nonnull bytes, size_t count);

#endif

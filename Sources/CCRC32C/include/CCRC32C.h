#ifndef CCRC32C_H
#define CCRC32C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for CRC-32C (SSE4.2 or ARMv8 CRC) and this library was built for them.
bool ccrc32c_is_available(void);

/// Takes bytes into a running register of CRC-32C, reflected, neither inverted before nor after. Only where it is available.
uint32_t ccrc32c_update(uint32_t crc, const void *_Nonnull bytes, size_t count);

#endif

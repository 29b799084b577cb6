#include "CCRC32C.h"

#include <string.h>

#if defined(__x86_64__)

#include <cpuid.h>
#include <nmmintrin.h>

#define TARGET __attribute__((target("sse4.2")))
#define TAKE8(crc, value) ((uint32_t)_mm_crc32_u64((crc), (value)))
#define TAKE1(crc, value) _mm_crc32_u8((crc), (value))

bool ccrc32c_is_available(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2);
}

#elif defined(__aarch64__) && !defined(__AARCH64EB__) && (defined(__APPLE__) || defined(__linux__))

#include <arm_acle.h>

#if defined(__APPLE__)
// Every 64-bit processor that runs macOS 15 or iOS 18 has these instructions.
bool ccrc32c_is_available(void) { return true; }
#else
#include <sys/auxv.h>
// HWCAP_CRC32 from <asm/hwcap.h>, which not every C library provides.
bool ccrc32c_is_available(void) { return getauxval(AT_HWCAP) & (1 << 7); }
#endif

#define TARGET __attribute__((target("crc")))
#define TAKE8(crc, value) __crc32cd((crc), (value))
#define TAKE1(crc, value) __crc32cb((crc), (value))

#else

#define TARGET
#define TAKE8(crc, value) (crc)
#define TAKE1(crc, value) (crc)

bool ccrc32c_is_available(void) { return false; }

#endif

TARGET uint32_t ccrc32c_update(uint32_t crc, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    for (; count >= 8; count -= 8, next += 8) {
        uint64_t value;
        memcpy(&value, next, 8);
        crc = TAKE8(crc, value);
    }
    for (; count > 0; count--) crc = TAKE1(crc, *next++);
    return crc;
}

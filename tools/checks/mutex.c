// Tells ThreadSanitizer of what it cannot see on Linux: the contended half of Synchronization.Mutex.
//
// Locking and unlocking a free mutex is compiled into the caller and seen. Where threads meet, libswiftSynchronization waits and wakes, and that library is not
// compiled for ThreadSanitizer, so that each mutex that is ever waited for would look like none at all. ./tool sanitize preloads this: it stands before
// the two functions of that library, does what they do by calling them, and says what they mean. It hides no access that a mutex does not guard.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void (*Lock)(uint32_t thread, SELF void *mutex);
typedef SWIFT void (*Unlock)(SELF void *mutex);

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

// _MutexHandle._lockSlow(_: UInt32)
SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lock(uint32_t thread, SELF void *mutex) {
    ((Lock)next("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

// _MutexHandle._unlockSlow()
SWIFT void unlock(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlock(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((Unlock)next("$s15Synchronization12_MutexHandleV11_unlockSlowyyF"))(mutex);
}

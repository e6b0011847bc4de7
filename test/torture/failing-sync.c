/* A library for LD_PRELOAD: while the file of FAILING_SYNC exists, one sync in two fails at random. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int fails(void) {
  const char *file = getenv("FAILING_SYNC");
  return file && access(file, F_OK) == 0 && random() % 2 == 0;
}

#define SYNC(name)                                                             \
  int name(int fd) {                                                           \
    if (fails()) {                                                             \
      errno = EIO;                                                             \
      return -1;                                                               \
    }                                                                          \
    return ((int (*)(int))dlsym(RTLD_NEXT, #name))(fd);                        \
  }

SYNC(fsync)
SYNC(fdatasync)

/* Loaded before a program (LD_PRELOAD): each sync of a file takes SLOW_SYNC_MS more, as on a slow disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_disk(void) {
  const char *text = getenv("SLOW_SYNC_MS");
  long ms = text ? atol(text) : 0;
  struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return real(fd);
}

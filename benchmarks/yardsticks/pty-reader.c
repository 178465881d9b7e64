/* The kernel's limit: starts a program on a terminal, reads all it writes in 64 KiB reads, does nothing with it.
 * Prints the seconds it took. usage: pty-reader PROGRAM ARGS... */
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  static char buffer[65536];
  struct winsize size = {24, 80, 0, 0};
  int fd;
  double start = now();
  if (argc < 2) return 2;
  pid_t child = forkpty(&fd, NULL, NULL, &size);
  if (child < 0) return 1;
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  while (read(fd, buffer, sizeof buffer) > 0) {
  }
  printf("%.6f\n", now() - start);
  waitpid(child, NULL, 0);
  return 0;
}

/**
 * How long a call took, in milliseconds, as far as we used the processor in it: what other processes took from us on a busy machine is not
 * our doing.
 */
export function cpuMs(call: () => void): number {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  call();
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return Math.min(wall, (user + system) / 1000);
}

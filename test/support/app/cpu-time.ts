/** Milliseconds of CPU time that the work takes in this process. Unlike the time that passes, other processes hardly affect it. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

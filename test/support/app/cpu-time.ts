/** The CPU time of the work in milliseconds. Other processes hardly affect it, unlike the time on the clock. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

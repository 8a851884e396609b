/**
 * Handles SIGHUP. The kernel also sends it when a terminal is closed, and a developer's processes must not outlive
 * their terminal, so it ends them.
 */
export function onHangup(isLocal: boolean, act: () => void): void {
  if (isLocal && process.stdin.isTTY === true) return;
  process.on("SIGHUP", act);
}

export const health = {
  "nav.health": "Health",
  "health.title": "Health",
  "health.count.ok_one": "{count} check passed",
  "health.count.ok_other": "{count} checks passed",
  "health.count.warning_one": "{count} warning",
  "health.count.warning_other": "{count} warnings",
  "health.count.failed_one": "{count} failed",
  "health.count.failed_other": "{count} failed",
  "health.state.ok": "Passed",
  "health.state.warning": "Warning",
  "health.state.failed": "Failed",
  "health.at": "Checked {time}.",
  "health.command":
    "The command “authdock doctor” makes the same checks on the server, also when this page can't be opened.",
} as const;

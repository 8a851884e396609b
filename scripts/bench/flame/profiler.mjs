// Loaded by the service before its own code: each SIGUSR2 starts a profile of the main thread, or ends it and writes it to
// the file PROFILE.
import { writeFileSync, renameSync } from "node:fs";
import { Session } from "node:inspector/promises";

const INTERVAL_US = 200;
const file = process.env.PROFILE;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
let isRunning = false;
process.on("SIGUSR2", async () => {
  isRunning = !isRunning;
  if (isRunning) return session.post("Profiler.start");
  const { profile } = await session.post("Profiler.stop");
  // whoever waits for the file finds all of it
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
});

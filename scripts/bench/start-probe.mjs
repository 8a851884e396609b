// Loaded before the service by start.mjs. Reports when the phases of its start ended, in milliseconds since the process began.
import { Server } from "node:net";

const modules = performance.now();
let driver;

// the driver of the database is the first binary module, and it is loaded once everything else is
const { dlopen } = process;
process.dlopen = (...parameters) => {
  driver ??= performance.now();
  return dlopen.apply(process, parameters);
};

const { listen } = Server.prototype;
Server.prototype.listen = function (...parameters) {
  process.send({ modules, driver, listens: performance.now() });
  process.channel.unref();
  return listen.apply(this, parameters);
};

#!/usr/bin/env node
import { runCommand } from "./cli/run.js";
import { finishWithoutReader } from "./cli/terminal.js";

finishWithoutReader();
process.exitCode = await runCommand(process.argv.slice(2));

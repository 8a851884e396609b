// Creates .env with a new APP_KEY if the file doesn't exist. It is JavaScript, because it runs before the build.
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";

if (!existsSync(".env")) {
  const key = randomBytes(32).toString("base64");
  writeFileSync(
    ".env",
    `# Created by the first run. docs/operations.md describes all variables.\nAPP_KEY=base64:${key}\n`,
    { mode: 0o600, flag: "wx" },
  );
  console.log("Created .env with a new APP_KEY.");
}

// Makes a .env with a fresh APP_KEY when there is none. Plain JavaScript: it runs before anything is built.
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";

if (!existsSync(".env")) {
  const key = randomBytes(32).toString("base64");
  writeFileSync(
    ".env",
    `# Made by the first run; see docs/operations.md for every variable.\nAPP_KEY=base64:${key}\n`,
    { mode: 0o600, flag: "wx" },
  );
  console.log("Created .env with a fresh APP_KEY.");
}

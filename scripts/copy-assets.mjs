// Copies the files that the service reads at run time, because tsc compiles only TypeScript.
import { cpSync } from "node:fs";

for (const name of ["openapi.json", "oauth.json", "tabler.css", "swagger-ui-cuts.json"])
  cpSync(`src/generated/${name}`, `dist/src/generated/${name}`);
cpSync("views", "dist/views", { recursive: true });

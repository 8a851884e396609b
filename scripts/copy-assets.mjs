// Copies the files that the service reads at run time, because tsc compiles only TypeScript.
import { cpSync } from "node:fs";

cpSync("src/generated/openapi.json", "dist/src/generated/openapi.json");
cpSync("views", "dist/views", { recursive: true });

// tsc copies nothing that is read at run time.
import { cpSync } from "node:fs";

cpSync("src/generated/openapi.json", "dist/src/generated/openapi.json");
cpSync("views", "dist/views", { recursive: true });

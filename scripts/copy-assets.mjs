// tsc copies no JSON that is read at run time.
import { cpSync } from "node:fs";

cpSync("src/generated/openapi.json", "dist/src/generated/openapi.json");

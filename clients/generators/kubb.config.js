import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

export default defineConfig({
  input: { path: "./out/openapi.json" },
  output: { path: "./out/kubb", clean: true, extension: { ".ts": ".js" }, format: false, lint: false },
  // One file each: from `users.index` Kubb makes users/Index.ts beside its own users/index.ts, which is one file to
  // Windows and macOS.
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: "types.ts" } }),
    // with its own client an object in the query becomes `filter=[object Object]`
    pluginClient({ output: { path: "client.ts" }, importPath: "../../runtime/request.js" }),
    pluginZod({ version: "4", output: { path: "zod.ts" } }),
  ],
});

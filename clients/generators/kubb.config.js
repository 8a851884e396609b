import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

export default defineConfig({
  input: { path: "./out/openapi.json" },
  output: { path: "./out/kubb", clean: true, extension: { ".ts": ".js" }, format: false, lint: false },
  // Each plugin writes a single file. Otherwise Kubb creates users/Index.ts for `users.index` beside its
  // users/index.ts, which are the same file on Windows and macOS.
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: "types.ts" } }),
    pluginClient({ output: { path: "client.ts" }, client: "fetch" }),
    pluginZod({ version: "4", output: { path: "zod.ts" } }),
  ],
});

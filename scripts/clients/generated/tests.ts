import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { step } from "../context.js";
import type { ClientTest } from "../run.js";
import { JOURNEYS, LANGUAGES, WORK, type Language, type Run } from "./languages.js";
import { missingTools } from "./tools.js";

/** Each client of `LANGUAGES` as one test. */
export const GENERATED_CLIENTS: Record<string, ClientTest> = Object.fromEntries(
  Object.entries(LANGUAGES).map(([name, language]) => [name, testOf(name, language)]),
);

function testOf(name: string, language: Language): ClientTest {
  const folder = join(WORK, name);
  return {
    missing: () => missingTools(language.tools) ?? language.missing?.() ?? null,
    run: async (context) => {
      const started = performance.now();
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      if (existsSync(join(JOURNEYS, name))) cpSync(join(JOURNEYS, name), folder, { recursive: true });
      const run: Run = (program, ...parameters) => step(context, program, parameters, folder);
      await language.generate(context, join(folder, language.output), run);
      const called = (await language.call?.(run, context)) ?? "";
      const reason = language.onlyGenerated;
      const done =
        reason !== undefined
          ? `generated, not compiled: ${reason}`
          : language.onlyCompiled
            ? "generated and compiled"
            : "generated, compiled and called";
      const seconds = Math.ceil((performance.now() - started) / 1000);
      return `${called}${done}\n\n  1 passing (${seconds}s)\n`;
    },
  };
}

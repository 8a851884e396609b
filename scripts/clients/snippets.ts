/**
 * Copies the examples that the clients' tests run into docs/clients.md and docs/webhooks.md. A comment `<!-- file#region -->` is followed by
 * that region of the file. With `--check` it writes nothing and fails when an example is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";

const FILES = ["docs/clients.md", "docs/webhooks.md"];
const PLACEHOLDER = /^<!-- (\S+)#(\S+) -->\n(?:\n```[\s\S]*?\n```\n)?/gm;
const LANGUAGES: Record<string, string> = { ".ts": "ts", ".py": "python" };

for (const page of FILES) {
  const current = readFileSync(page, "utf8");
  const updated = current.replace(PLACEHOLDER, (_, file: string, name: string) => {
    const language = LANGUAGES[extname(file)] ?? "";
    return `<!-- ${file}#${name} -->\n\n\`\`\`${language}\n${region(file, name)}\n\`\`\`\n`;
  });
  if (!process.argv.includes("--check")) writeFileSync(page, updated);
  else if (updated !== current) {
    console.error(`Out of date: the examples in ${page}. Run npm run examples and commit the result.`);
    process.exitCode = 1;
  }
}

/** The lines between the comments `#region name` and `#endregion` of TypeScript, or `# region name` of Python. */
function region(file: string, name: string): string {
  const lines = readFileSync(file, "utf8").split("\n");
  const start = lines.findIndex((line) => /^(\/\/ #|# )region (\S+)$/.exec(line)?.[2] === name);
  const end = lines.findIndex((line, index) => index > start && /^(\/\/ #|# )endregion$/.test(line));
  if (start < 0 || end < 0) throw new Error(`${file} has no region ${name}.`);
  return lines
    .slice(start + 1, end)
    .join("\n")
    .trim();
}

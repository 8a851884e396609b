import { spawnSync } from "node:child_process";

/** Program → the package of Debian that has it, and a command that succeeds when it is installed. */
const TOOLS = {
  java: { from: "openjdk-17-jdk-headless", command: ["javac", "-version"] },
  mvn: { from: "maven", command: ["mvn", "-version"] },
  go: { from: "golang, version 1.25 or later", command: ["go", "version"] },
  cargo: { from: "cargo, version 1.85 or later", command: ["cargo", "--version"] },
  php: {
    from: "php-cli, with php-curl and php-mbstring",
    command: ["php", "-r", "exit(extension_loaded('curl') && extension_loaded('mbstring') ? 0 : 1);"],
  },
  ruby: {
    from: "ruby, with ruby-typhoeus and ruby-marcel",
    command: ["ruby", "-e", 'require "typhoeus"; require "marcel"'],
  },
  guzzle: {
    from: "php-guzzlehttp-guzzle",
    command: ["test", "-e", "/usr/share/php/GuzzleHttp/autoload.php"],
  },
} satisfies Record<string, { from: string; command: [string, ...string[]] }>;

export type Tool = keyof typeof TOOLS;

/** Which of these tools this machine lacks, with the packages that have them; null when nothing is missing. */
export function missingTools(tools: Tool[]): string | null {
  const missing = tools.filter((tool) => {
    const [program, ...parameters] = TOOLS[tool].command;
    return spawnSync(program, parameters, { stdio: "ignore" }).status !== 0;
  });
  if (missing.length === 0) return null;
  return missing.map((tool) => `${tool} is missing (${TOOLS[tool].from})`).join(", ");
}

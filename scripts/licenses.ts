import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

interface Package {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
}

/**
 * The licences of the packages whose code is in the build, with their texts. A package that has none is named with its author.
 * @param files of the build's sources, relative to the product
 */
export function thirdPartyLicenses(files: Iterable<string>): string {
  const folders = new Set([...files].flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  return [...folders]
    .sort()
    .map(noticeOf)
    .join(`\n${"-".repeat(80)}\n\n`);
}

function noticeOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Package;
  const texts = readdirSync(folder)
    .filter((file) => LICENSE.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  const by = typeof author === "object" ? author.name : author;
  const notice = texts.length > 0 ? texts.join("\n\n") : `Copyright ${by ?? `the authors of ${name}`}`;
  return `${name} ${version} (${license})\n\n${notice}\n`;
}

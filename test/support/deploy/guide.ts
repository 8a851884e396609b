import { readFileSync } from "node:fs";

/** The shell commands of a section of docs/deployment.md, block by block. */
export function guideBlocks(heading: string): string[] {
  const guide = readFileSync("docs/deployment.md", "utf8");
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))!;
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
}

/**
 * Shell functions in place of the commands that change the machine: packages come from this product's installation, and
 * the database is that of the test. `systemctl` writes what it was asked to do to a file.
 */
export const replacements = (source: string, folder: string, databasePort: string): string => `
set -euo pipefail
apt-get() { :; }
useradd() { :; }
chown() { :; }
certbot() { [[ "$*" == "certonly --nginx --domain $domain" ]]; }
systemctl() { echo "$*" >> '${folder}/systemctl'; }
git() {
  [[ "$1 $2 $3" == "clone --depth 1" ]]
  mkdir -p "$5"
  (cd '${source}' && cp -R .npmrc package.json package-lock.json tsconfig*.json knexfile.ts deploy docs migrations openapi scripts src views "$5")
  rm -rf "$5/src/generated" # git ignores it
  mkdir "$5/var"
  if [[ -e '${source}/var/build.tsbuildinfo' ]]; then cp '${source}/var/build.tsbuildinfo' "$5/var"; fi
}
npm() {
  case "$*" in
    ci) ln -s '${source}/node_modules' node_modules ;;
    "prune --omit=dev") : ;; # test/deploy/container.test.ts runs without these packages
    *) command npm "$@" ;;
  esac
}
mariadb() { command mariadb --no-defaults --host=127.0.0.1 --port=${databasePort} --user=root "$@"; }
`;

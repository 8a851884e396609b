// Resolves imports for ESLint: the source imports `./x.js` for the file `./x.ts`.
const { existsSync } = require("node:fs");
const { dirname, resolve } = require("node:path");

exports.interfaceVersion = 2;
exports.resolve = (source, file) => {
  if (!source.startsWith(".")) return { found: true, path: null };
  const path = resolve(dirname(file), source).replace(/\.js$/, ".ts");
  return existsSync(path) ? { found: true, path } : { found: false };
};

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { routeFilesOf, routeOperations } from "../../scripts/contract/route-files.js";
import { SourceError } from "../../scripts/contract/source-error.js";
import { loadRouteFiles } from "../../src/api/route-files.js";
import { shippedDocument } from "../../src/contract/document.js";

describe("The route files", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-routes-"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, ...names: string[]): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const handlers = names.map((name) => `"${name}": async () => ({ status: 200, data: {} })`);
    writeFileSync(join(folder, file), `export const handlers = { ${handlers.join(", ")} };\n`);
  };

  it("are those of the folder and its subfolders, each with its path", async () => {
    write("public.ts", "auth.login");
    write("users/sessions.ts", "users.show.sessions");
    write("users/lists/export.ts", "users.index.export");
    writeFileSync(join(folder, "notes.md"), "This is no route file.");
    const routes = await loadRouteFiles(pathToFileURL(`${folder}/`));
    const table = [...routes].map(([file, handlers]) => [file, Object.keys(handlers)]);
    expect(table).to.deep.equal([
      ["public", ["auth.login"]],
      ["users/lists/export", ["users.index.export"]],
      ["users/sessions", ["users.show.sessions"]],
    ]);
  });

  it("of the product form a folder for each tier and a file for each resource", async () => {
    expect([...(await loadRouteFiles()).keys()]).to.include.members([
      ...["auth/authentication", "public/authentication", "service/definitions", "users/users"],
    ]);
  });
});

describe("The generated table of route files", () => {
  const document = shippedDocument();
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "authdock-routes-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const touch = (file: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  };
  const generated = (): string => routeOperations(routeFilesOf(document, root));

  it("expects one file for a tier when that file exists", () => {
    touch("src/api/v1/public.ts");
    expect(generated())
      .to.include('"public": "auth.register" | "auth.login" | "auth.two-factor-challenge"')
      .and.include('"auth/authentication": "auth.logout" | "auth.me";');
  });

  it("expects a file for each tag when the folder of a resource exists", () => {
    touch("src/api/v1/users/users.ts");
    expect(generated()).to.include('"users/users": "users.index"');
  });

  it("isn't generated while a tier is both a file and a folder", () => {
    touch("src/api/v1/public.ts");
    touch("src/api/v1/public/authentication.ts");
    expect(generated).to.throw(
      SourceError,
      /^src\/api\/v1\/public\.ts and the folder src\/api\/v1\/public both exist\. Keep one of them\.$/,
    );
  });
});

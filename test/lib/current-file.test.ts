import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CurrentFile, rereadChangedFiles } from "../../src/lib/current-file.js";
import { useFolder } from "../support/app/processes.js";

describe("CurrentFile", () => {
  const folder = useFolder();
  let reads: number;
  let file: CurrentFile<number>;

  /** Changes the file and its modification time, because two writes can get the same timestamp. */
  function change(time: number): void {
    const path = join(folder.path, "view.ejs");
    writeFileSync(path, String(time));
    utimesSync(path, time, time);
  }

  beforeEach(() => {
    reads = 0;
    change(1);
    file = new CurrentFile(join(folder.path, "view.ejs"), () => ++reads);
  });
  afterEach(() => rereadChangedFiles(false));

  it("reads the file on first use", () => {
    expect(reads).to.equal(0);
    expect(file.value).to.equal(1);
  });

  it("keeps the value when the file changes", () => {
    expect(file.value).to.equal(1);
    change(2);
    expect(file.value).to.equal(1);
  });

  it("reads a changed file again during development, and an unchanged one once", () => {
    rereadChangedFiles(true);
    expect(file.value).to.equal(1);
    expect(file.value).to.equal(1);
    change(2);
    expect(file.value).to.equal(2);
  });

  it("fails until the file is valid again", () => {
    rereadChangedFiles(true);
    const broken = new CurrentFile(join(folder.path, "view.ejs"), () => {
      if (++reads === 1) throw new SyntaxError("broken");
      return reads;
    });
    expect(() => broken.value).to.throw("broken");
    expect(broken.value).to.equal(2);
  });
});

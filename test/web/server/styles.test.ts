import { readFileSync } from "node:fs";
import { expect } from "chai";
import { composedIn, readSources, readTabler, wordsOf } from "../../../scripts/styles/tabler-in-use.js";

/** The classes of all selectors. Strings and addresses are removed, because they contain dots, too. */
function classesIn(css: string): Set<string> {
  const selectors = css.replaceAll(/url\([^)]*\)|"[^"]*"/g, "").replaceAll(/\{[^{}]*\}/g, "{}");
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!));
}

describe("The style sheet of Tabler", () => {
  const served = readFileSync("src/generated/tabler.css", "utf8");
  const [all, kept] = [classesIn(readTabler()), classesIn(served)];
  const sources = readSources();

  it("has every class that a view or a script names", () => {
    const named = new Set(
      [...sources.matchAll(/class(?:Name)?(?:=|: ?)["'`]([^"'`]*)/g)].flatMap(([, text]) =>
        text!.split(/\s+/),
      ),
    );
    const ofTabler = [...named].filter((name) => all.has(name));
    expect(ofTabler).to.include.members(["btn", "card", "form-control", "container-xl", "badge"]);
    expect(ofTabler.filter((name) => !kept.has(name))).to.deep.equal([]);
  });

  it("has every class that appears as a word anywhere in them, for example in a constant", () => {
    // with a rule of their own: other classes are kept only together with what they are combined with
    const own = new Set(
      [...readTabler().matchAll(/(?<=[},])\.([a-z][\w-]*)(?=[,{])/g)].map(([, name]) => name!),
    );
    const words = new Set(wordsOf(sources).filter((word) => own.has(word)));
    expect(words).to.include.all.keys("btn", "card", "visually-hidden");
    expect([...words].filter((word) => !kept.has(word))).to.deep.equal([]);
  });

  it("has every class that they put together from parts", () => {
    for (const name of ["alert-danger", "alert-success", "avatar-md", "bg-red-lt"])
      expect(kept.has(name), name).to.equal(true);
    const patterns = composedIn("class='a <%= x %> tone-<%= y %>' `size-${z}-lt` 'kind-' + k");
    expect(patterns.map(String)).to.deep.equal([
      "/^tone-[a-z\\d]+$/",
      "/^size-[a-z\\d]+-lt$/",
      "/^kind-[a-z\\d]+$/",
    ]);
  });

  it("is less than a fifth of the library, and defines all properties that it uses with no default", () => {
    expect(served.length).to.be.below(readTabler().length / 5);
    expect(served).to.contain("[data-bs-theme=dark]").and.contain(".btn-primary");
    const defined = new Set(readTabler().match(/--tblr-[\w-]+(?=:)/g));
    const own = readSources((file) => file.endsWith(".css"));
    const used = [...`${served}${own}`.matchAll(/var\((--tblr-[\w-]+)\)/g)].map(([, name]) => name!);
    const missing = used.filter((name) => defined.has(name) && !served.includes(`${name}:`));
    expect([...new Set(missing)]).to.deep.equal([]);
  });
});

import { expect } from "chai";
import type { Response } from "supertest";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

describe("The organisations in the account menu", () => {
  const world = useWorld();
  const linksIn = ({ text }: Response): string[] => {
    const [, menu = ""] = /<nav aria-label="Organisations">([\s\S]*?)<\/nav>/.exec(text) ?? [];
    return [...menu.matchAll(/<a href="([^"]+)"( aria-current="true")?/g)].map(([, to, current]) =>
      current ? `${to} (here)` : to!,
    );
  };

  it("are five by name and a way to all, with the one whose page it is marked", async () => {
    const { user, visitor } = await world.signedIn();
    for (const name of ["F", "E", "D", "C", "B", "A"])
      await makeOrganisation(world, user, {}, { name, slug: `${name.toLowerCase()}-team` });
    const shown = ["a", "b", "c", "d", "e"].map((letter) => `/organisations/${letter}-team`);
    expect(linksIn(await visitor.get("/profile"))).to.deep.equal([...shown, "/organisations"]);
    const [first, second, ...others] = shown;
    const onPage = linksIn(await visitor.get(`${second!}/members`));
    expect(onPage).to.deep.equal([first, `${second!} (here)`, ...others, "/organisations"]);
  });

  it("are left out for who isn't a member of one", async () => {
    await makeOrganisation(world, await world.make.user());
    const { visitor } = await world.signedIn();
    expect((await visitor.get("/profile")).text).not.to.contain('<nav aria-label="Organisations">');
  });
});

import { expect } from "chai";
import { describeWith } from "../support/app/requires.js";
import type { Visit } from "../support/browser/chromium.js";
import { useRunningProduct } from "../support/browser/running-product.js";
import { makeClient } from "../support/oauth/oauth.js";
import { makeOrganisation } from "../support/organisations/organisations.js";
import { makeDelivery, makeWebhook } from "../support/webhooks/webhooks.js";
import { FIRST, linkIdentity, makeProvider } from "../support/providers/providers.js";

/** The distinct left edges and widths of titles and cards, in pixels. */
const EDGES = `[...new Set([...document.querySelectorAll("main h1, main .card")]
  .filter((part) => part.checkVisibility() && !part.parentElement.closest(".card"))
  .map((part) => part.closest(".page-head, .user-head") ?? part)
  .map((part) => part.getBoundingClientRect())
  .map(({ left, width }) => Math.round(left) + " " + Math.round(width)))].join(", ")`;

describeWith("Chromium", "The layout of pages", () => {
  const { world, product } = useRunningProduct();
  const edges = (ada: Visit): Promise<string> => ada.page.evaluate(EDGES);

  for (const width of [1280, 390])
    it(`is the same for all pages of a kind, ${width} pixels wide`, async () => {
      const user = await world.make.user({ role: "system_admin" });
      const { client } = await makeClient(world);
      await makeProvider(world);
      await makeOrganisation(world, user);
      const { id: webhook } = await makeWebhook(world, user);
      const delivery = await makeDelivery(world, webhook);
      const [role] = await world.services.knex("roles").where({ name: "user" }).pluck("id");
      const ada = await product.signedIn(user, { viewport: { width, height: 800 } });
      const [entry] = await world.services.knex("activity_log").pluck("id");
      const kinds = {
        lists: [
          ...["users", "roles", "organisations", "api-clients", "activity", "api-tokens", "webhooks"].map(
            (name) => `/admin/${name}`,
          ),
          ...[`/admin/webhooks/${webhook}/deliveries`, "/organisations/acme"],
          "/organisations/acme/members",
        ],
        forms: [
          ...["/admin/users/create", "/admin/roles/create", "/admin/api-clients/create", "/admin/health"],
          ...["/admin/webhooks/create", `/admin/webhooks/${webhook}`],
          `/admin/webhooks/${webhook}/deliveries/${delivery}`,
          ...[`/admin/users/${user.id}`, `/admin/roles/${role}`, `/admin/api-clients/${client.id}`],
          ...[`/admin/activity/${entry}`, "/organisations/create"],
        ],
        besideMenu: [
          ...["/profile", "/user/security", "/user/security-log", "/user/tokens", "/user/applications"],
          ...["/browser-sessions", "/user/delete", "/organisations"],
          "/admin/settings/general",
          ...["/admin/settings/security", "/admin/settings/providers", `/admin/settings/providers/${FIRST}`],
        ],
      };
      const widths: string[] = [];
      for (const [kind, pages] of Object.entries(kinds)) {
        const found: Record<string, string> = {};
        for (const page of pages) {
          expect(await ada.open(page), page).to.equal(200);
          expect(await ada.scrollsSideways(), page).to.equal(false);
          found[page] = await edges(ada);
        }
        expect([...new Set(Object.values(found))], `${kind}: ${JSON.stringify(found)}`).to.have.length(1);
        widths.push(Object.values(found)[0]!.split(" ").at(-1)!);
      }
      expect(widths[1], "forms alone and beside a menu").to.equal(widths[2]);
    });

  for (const [locale, on] of Object.entries({ en: "On", tr: "Açık" }))
    it(`of the sections of the security page is one: title, state, sentence, action (${locale})`, async () => {
      const user = await world.make.user({ locale });
      await makeProvider(world);
      await linkIdentity(world, user);
      const ada = await product.signedIn(user);
      await ada.open("/user/security");
      const states: string[] = [];
      for (const name of ["password", "passkeys", "identities", "two-factor"]) {
        const section = ada.page.locator(`section#${name}`);
        expect(await section.locator(".card-header h2").count(), name).to.equal(1);
        expect(await section.locator(".card-header .btn").count(), name).to.equal(0);
        expect(await section.locator(".card-body > p.text-secondary").count(), name).to.be.at.least(1);
        states.push(await section.locator(".card-header .badge").innerText());
      }
      expect(states.slice(0, 3)).to.deep.equal([on, "0", "1"]);
      expect(await ada.page.locator("section#passkeys .card-footer .btn").count()).to.equal(1);
    });
});

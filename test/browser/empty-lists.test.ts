import { expect } from "chai";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

const WORDS = {
  en: { search: "For example, enter only the beginning", filter: "choose fewer filters", all: "Show all" },
  tr: { search: "Örneğin bir adın yalnızca ilk harflerini", filter: "daha az filtre", all: "Tümünü göster" },
};

describeWith("Chromium", "A list in which nothing is found", () => {
  const { world, product } = useRunningProduct();

  for (const [locale, words] of Object.entries(WORDS))
    it(`says what to try, and leads back to all rows (${locale})`, async () => {
      const ada = await product.signedIn(await world.make.user({ role: "system_admin", locale }));
      const lists = {
        "/admin/users": words.search,
        "/admin/roles": words.search,
        "/admin/api-clients": words.search,
        "/admin/api-tokens": words.search,
        "/admin/activity?event=user_deleted": words.filter,
        "/admin/users?status=banned": words.filter,
        "/user/security-log?kind=access": words.filter,
      };
      for (const [list, tip] of Object.entries(lists)) {
        await ada.open(tip === words.search ? `${list}?search=zzz` : list);
        expect(await ada.page.locator("main section.card").first().innerText(), list).to.contain(tip);
        await ada.follow(words.all);
        expect(ada.location, list).to.equal(list.split("?")[0]);
        expect(await ada.page.getByText(tip).count(), list).to.equal(0);
      }
      await ada.open("/admin/users?deleted=only");
      await ada.follow(words.all);
      expect(ada.location).to.equal("/admin/users");
    });
});

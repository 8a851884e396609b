import { expect } from "chai";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "Access tokens in a browser", () => {
  const { world, product } = useRunningProduct();

  const WORDS = {
    en: {
      limit: "Limit personal access tokens to their scopes",
      save: "Save",
      anyway: "Save anyway",
      recorded: "Scopes are recorded for programs that check them.",
      opened: "See the list of users and their details",
    },
    tr: {
      limit: "Kişisel erişim jetonlarını kapsamlarıyla sınırla",
      save: "Kaydet",
      anyway: "Yine de kaydet",
      recorded: "Kapsamlar, onlara bakan programlar için kaydedilir.",
      opened: "Kullanıcı listesini",
    },
  };
  for (const [locale, words] of Object.entries(WORDS))
    it(`tell what their scopes mean, before and after an administrator lets them limit (${locale})`, async () => {
      const ada = await product.signedIn(await world.make.user({ role: "system_admin", locale }));
      await ada.open("/user/tokens");
      expect(await ada.text())
        .to.contain(words.recorded)
        .and.not.to.contain(words.opened);
      await ada.open("/admin/settings/security");
      await ada.page.getByLabel(words.limit).check();
      await ada.press(words.save);
      await ada.press(words.anyway);
      await ada.open("/user/tokens");
      expect(await ada.text())
        .to.contain(words.opened)
        .and.not.to.contain(words.recorded);
      const readsUsers = ada.page.getByLabel(words.opened);
      await readsUsers.check();
      expect(await readsUsers.getAttribute("value")).to.equal("users.read");
    });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { workOnImports } from "../../src/domain/import/import-job.js";
import { now } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import type { Visit } from "../support/browser/chromium.js";
import { useRunningProduct } from "../support/browser/running-product.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
const HEADING = "id,name,email,password";

describeWith("Chromium", "Importing users in a browser", () => {
  const { world, product } = useRunningProduct();
  const folder = useFolder();
  const work = () => workOnImports(world.services);
  const administrator = async (locale = "en"): Promise<Visit> =>
    product.signedIn(await world.make.user({ role: "system_admin", email_verified_at: now(), locale }));
  const file = (content: string, name = "users.csv"): string => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  async function upload(ada: Visit, path: string | null, application = "laravel"): Promise<void> {
    await ada.page.getByLabel("Application").selectOption(application);
    if (path !== null) await ada.page.getByLabel("File", { exact: true }).setInputFiles(path);
    await ada.press("Upload and check");
  }
  const people = file.bind(
    null,
    `${HEADING}\n1,Ada King,ada@acme.test,${BCRYPT}\n2,Mary,mary@acme.test,${BCRYPT}\n3,X,,\n`,
  );

  it("checks the file, shows what is carried and lost, imports the people, and undoes it", async () => {
    const ada = await administrator();
    await ada.open("/admin/users");
    await ada.follow("Import");
    expect(await ada.text()).to.contain("No imports yet");
    await upload(ada, people());
    expect(await ada.text()).to.contain("Checking the file");
    await work();
    await ada.page.getByText("What would be imported").waitFor(); // the page asks again by itself
    expect(await ada.text())
      .to.contain("Passwords")
      .and.contain("Line 4: The row has no email.")
      .and.contain("Ready to start");
    expect(await world.services.knex("users").where("email", "like", "%@acme.test")).to.have.length(0);

    await ada.press("Import 2 people");
    expect(await ada.text()).to.contain("Importing accounts");
    await work();
    await ada.page.getByText("What was imported").waitFor();
    expect(await world.services.knex("users").where("email", "like", "%@acme.test")).to.have.length(2);
    const [report] = await Promise.all([
      ada.page.waitForEvent("download"),
      ada.page.getByRole("link", { name: "Download report" }).click(),
    ]);
    expect(report.suggestedFilename()).to.match(/^import-.*\.jsonl$/);

    await world.api.post("/auth/login", { email: "ada@acme.test", password: PASSWORD }).expect(200);
    await ada.page.reload();
    await ada.confirm("Undo", "Delete the accounts");
    expect(await ada.text()).to.contain("Undoing the import");
    await work();
    await ada.page.getByText("Undone").waitFor();
    expect(
      await world.services.knex("users").where("email", "like", "%@acme.test").whereNull("deleted_at"),
    ).to.have.length(1);
    await ada.follow("All imports");
    expect(await ada.text())
      .to.contain("users.csv")
      .and.contain("Undone");
  });

  it("is found in the search of the pages, in Turkish as well", async () => {
    const ada = await administrator("tr");
    await ada.open("/search?q=içe");
    await ada.follow("Kullanıcıları içe aktarma");
    expect(ada.location).to.equal("/admin/users/import");
  });

  it("says in Turkish why rows are refused and what is lost", async () => {
    const ada = await administrator("tr");
    await ada.open("/admin/users/import");
    await ada.page.getByLabel("Uygulama").selectOption("authdock");
    const rows = [
      "email,name,password_hash,role",
      `,X,${BCRYPT},`,
      "a@acme.test,A B,$1$old,",
      `b,B,${BCRYPT},`,
    ];
    const path = file([...rows, `c@acme.test,C D,${BCRYPT},chief`, `d@acme.test,D E,${BCRYPT},`].join("\n"));
    await ada.page.getByLabel("Dosya", { exact: true }).setInputFiles(path);
    await ada.press("Yükle ve denetle");
    await work();
    await ada.page.getByText("Reddedilen satırlar").waitFor();
    expect(await ada.text())
      .to.contain("2. satır: Satırda e-posta yok.")
      .and.contain("3. satır: Parola özetinin biçimi desteklenmiyor. a@acme.test")
      .and.contain("4. satır: email: Geçerli bir")
      .and.contain("5. satır: chief rolü yok. c@acme.test");
  });

  it("asks before it imports people without passwords", async () => {
    const ada = await administrator();
    await ada.open("/admin/users/import");
    await upload(ada, file("id,name,email\n1,Ada King,ada@acme.test\n"));
    await work();
    await ada.page.getByText("What would be imported").waitFor();
    await ada.press("Import 1 person");
    expect(await ada.text()).to.contain("Confirm that this is intended.");
    await ada.page.getByLabel("Import without passwords").check();
    await ada.press("Import 1 person");
    expect(await ada.text()).to.contain("Importing accounts");
  });

  it("reads fields under other names, and imports people whose password can't be checked", async () => {
    const ada = await administrator();
    await ada.open("/admin/users/import");
    await ada.page.getByText("More options").click();
    await ada.page.getByLabel("Fields under other names").fill("mail");
    const other = file("id,name,mail,password\n1,Ada King,ada@acme.test,$1$unknown\n");
    await upload(ada, other);
    expect(await ada.page.locator("#map-error").textContent()).to.contain("Enter it as email=mail");
    await ada.page.getByLabel("Fields under other names").fill("email=mail");
    await ada.page.getByLabel("Import accounts whose password can't be checked").check();
    await upload(ada, other);
    await work();
    await ada.page.getByText("What would be imported").waitFor();
    await ada.press("Import 1 person");
    await work();
    expect(await world.services.knex("users").where("email", "ada@acme.test")).to.have.length(1);
  });

  it("erases a file that is discarded", async () => {
    const ada = await administrator();
    await ada.open("/admin/users/import");
    await upload(ada, people());
    await ada.press("Discard");
    expect(await ada.text())
      .to.contain("Import discarded.")
      .and.contain("Discarded");
  });

  it("says at the field what is wrong with the file, and keeps the rest of the form", async () => {
    const ada = await administrator();
    await ada.open("/admin/users/import");
    await ada.page.getByLabel("Complete earlier imports").check();
    await upload(ada, null, "django");
    expect(await ada.page.locator("#file-error").textContent()).to.equal("Choose a file.");
    expect(await ada.page.getByLabel("Application").inputValue()).to.equal("django");
    expect(await ada.page.getByLabel("Complete earlier imports").isChecked()).to.equal(true);
    await upload(ada, file("x", "users.xlsx"), "django");
    expect(await ada.page.locator("#file-error").textContent()).to.contain("Choose a CSV or JSON file");
    await upload(ada, file(""), "django");
    expect(await ada.page.locator("#file-error").textContent()).to.equal("The file is empty.");
    for (const [content, problem] of [
      ['email,name\nada@acme.test,"A"x\n', "Line 2 of users.csv isn't CSV"],
      [`${HEADING}\n`, "users.csv has no rows."],
    ] as const) {
      await upload(ada, file(content), "django");
      await work();
      await ada.page.locator("#file-error").waitFor();
      expect(await ada.page.locator("#file-error").textContent()).to.contain(problem);
      expect(await ada.page.getByLabel("Application").inputValue()).to.equal("django");
      expect(await ada.page.getByLabel("Complete earlier imports").isChecked()).to.equal(true);
    }
  });
});

import { expect } from "chai";
import { envFileWarnings, environmentWarnings } from "../../src/config/env-file.js";
import { PRODUCT_NAME } from "../../src/config/product.js";

describe("The startup message about .env", () => {
  it("is empty when every line is valid", () => {
    const text = [
      "# a comment",
      "",
      "APP_KEY=base64:abc",
      "export PORT=3000",
      'APP_URL="http://localhost:3000" # with a comment',
      "NODE_ENV=production",
      'MAIL_FROM="one',
      'two"',
    ].join("\n");
    expect(envFileWarnings(text)).to.deep.equal([]);
    expect(envFileWarnings(null)).to.deep.equal([]);
  });

  it("suggests the variable that was probably meant", () => {
    expect(envFileWarnings("TRUST_PROXI=1\nAPPKEY=secret\nbcrypt_cost=12")).to.deep.equal([
      `.env: TRUST_PROXI is not a variable of ${PRODUCT_NAME} and has no effect. Did you mean TRUST_PROXY?`,
      `.env: APPKEY is not a variable of ${PRODUCT_NAME} and has no effect. Did you mean APP_KEY?`,
      `.env: bcrypt_cost is not a variable of ${PRODUCT_NAME} and has no effect. Did you mean BCRYPT_COST?`,
    ]);
  });

  it("names an unknown variable that resembles no other", () => {
    expect(envFileWarnings("POSTGRES_PASSWORD=hunter2")).to.deep.equal([
      `.env: POSTGRES_PASSWORD is not a variable of ${PRODUCT_NAME} and has no effect.`,
    ]);
  });

  it("names an invalid line, and never a value", () => {
    const warnings = envFileWarnings("PORT=3000\nAPP_KEY base64:hunter2\n=hunter2\nhunter2");
    expect(warnings).to.deep.equal(
      [2, 3, 4].map((line) => `.env, line ${line}: expected NAME=value. The line is ignored.`),
    );
  });
});

describe("The startup message about the variables of the process", () => {
  it("names those that are probably misspelt, and the right one", () => {
    const set = {
      TRUST_PROXI: "1",
      DATABSE_URL: "mysql://hunter2",
      app_key: "x",
      PROTS: "1",
      MAIL_FORM: "x",
    };
    expect(environmentWarnings(set)).to.deep.equal(
      [
        ["TRUST_PROXI", "TRUST_PROXY"],
        ["DATABSE_URL", "DATABASE_URL"],
        ["app_key", "APP_KEY"],
        ["MAIL_FORM", "MAIL_FROM"],
      ].map(
        ([name, meant]) =>
          `Environment: ${name} is not a variable of ${PRODUCT_NAME} and has no effect. Did you mean ${meant}?`,
      ),
    );
  });

  it("leaves those of other programs alone", () => {
    const shell = ["PATH", "HOME", "PWD", "USER", "SHELL", "TERM", "LANG", "MAIL", "HOSTNAME", "LINES"];
    const tools = ["HTTP_PROXY", "HTTPS_PROXY", "NODE_ENV", "OTEL_LOGS_EXPORTER", "GPG_KEY", "TZ"];
    const systems = ["INVOCATION_ID", "JOURNAL_STREAM", "KUBERNETES_PORT", "KUBERNETES_SERVICE_HOST"];
    const known = ["APP_KEY", "PORT"];
    const names = [...shell, ...tools, ...systems, ...known];
    expect(environmentWarnings(Object.fromEntries(names.map((name) => [name, "x"])))).to.deep.equal([]);
  });
});

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as parseVariables } from "dotenv";
import { expect } from "chai";
import { parse } from "yaml";
import { deployFile, expectKnown, IMAGE, problemsOf, STOPS_WITHIN } from "../support/deploy/examples.js";

/* eslint-disable @typescript-eslint/no-explicit-any -- parsed YAML */
const compose = parse(deployFile("compose.yaml"), { merge: true });

describe("deploy/compose.yaml", () => {
  const folder = mkdtempSync(join(tmpdir(), "authdock-compose-"));
  let made: Record<string, string>;
  before(() => {
    copyFileSync("deploy/compose-env.sh", join(folder, "compose-env.sh"));
    made = variablesMade();
  });
  after(() => rmSync(folder, { recursive: true }));

  const makeVariables = (...args: string[]) =>
    spawnSync("sh", [join(folder, "compose-env.sh"), ...args], { encoding: "utf8" });
  function variablesMade(...args: string[]): Record<string, string> {
    const { status, stderr } = makeVariables(...args);
    expect(status, stderr).to.equal(0);
    const file = join(folder, ".env");
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    return parseVariables(readFileSync(file));
  }

  const resolved = (value: string): string =>
    value.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => {
      expect(made, "compose-env.sh").to.have.property(name);
      return made[name]!;
    });
  const services = Object.entries<any>(compose.services);

  it("has a valid configuration for production, of variables that the service knows", () => {
    for (const name of ["app", "migrate"]) {
      const given: Record<string, string> = compose.services[name].environment;
      expectKnown(Object.keys(given));
      const values = Object.entries(given).map(([key, value]) => [key, resolved(value)]);
      expect(problemsOf({ ...IMAGE, ...Object.fromEntries(values) }), name).to.deep.equal([]);
    }
  });

  it("needs exactly the variables that its command makes", () => {
    const used = [...deployFile("compose.yaml").matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!);
    expect([...new Set(used)]).to.have.members(Object.keys(made));
  });

  it("gets other secrets in each installation, and keeps those that it has", () => {
    const { status, stderr } = makeVariables();
    expect(status).to.equal(1);
    expect(stderr).to.include("stays as it is");
    rmSync(join(folder, ".env"));
    const others = variablesMade("id.acme.test", "ada@acme.test");
    expect(others).to.include({ DOMAIN: "id.acme.test", ADMIN_EMAIL: "ada@acme.test" });
    const secrets = Object.keys(made).filter((name) => /KEY|TOKEN|PASSWORD/.test(name));
    expect(secrets).to.have.length(6);
    for (const name of secrets) {
      expect(others[name], name).not.to.equal(made[name]);
      expect(made[name], name).to.have.length.at.least(44);
    }
  });

  it("mounts files that exist, and names volumes and services that it declares", () => {
    for (const [name, { volumes = [], depends_on: needed = {} }] of services) {
      for (const other of Object.keys(needed)) expect(compose.services, name).to.have.property(other);
      for (const [source] of volumes.map((volume: string) => volume.split(":")))
        if (!source.startsWith("./")) expect(compose.volumes, name).to.have.property(source);
        else if (
          !/^\.\/(prometheus|grafana)/.test(source) ||
          existsSync(join("deploy", source.split("/")[1]))
        )
          expect(existsSync(join("deploy", source)), source).to.equal(true);
    }
  });

  it("lets Prometheus read the service, and Grafana read Prometheus and the dashboards", () => {
    const { prometheus, grafana } = compose.services;
    const { datasource, dashboards } = Object.fromEntries(
      grafana.configs.map(({ source }: any) => [
        source.split("_")[1],
        parse(compose.configs[source].content),
      ]),
    );
    const { hostname, port } = new URL(datasource.datasources[0].url);
    expect(compose.services).to.have.property(hostname);
    expect(prometheus.ports[0]).to.match(new RegExp(`:${port}$`));
    const [folder] = dashboards.providers.map(({ options }: any) => options.path);
    expect(grafana.volumes).to.include(`./grafana:${folder}:ro`);
    expect(compose.secrets).to.have.property(prometheus.secrets[0].source);
    if (!existsSync("deploy/prometheus/prometheus.yml")) return;
    const [job] = parse(deployFile("prometheus/prometheus.yml")).scrape_configs;
    expect(job.authorization.credentials_file).to.equal(prometheus.secrets[0].target);
    const [target] = job.static_configs[0].targets as [string];
    expect(compose.services.app.networks.default.aliases.map((name: string) => `${name}:3000`)).to.include(
      target,
    );
  });

  it("gives each account of the database its part of grants.sql", () => {
    const accounts = [...deployFile("grants.sql").matchAll(/create user if not exists '(\w+)'/g)].map(
      ([, user]) => user!,
    );
    const users = ["app", "migrate"].map(
      (name) => new URL(compose.services[name].environment.DATABASE_URL.replace(/\$\{.*?\}/, "x")).username,
    );
    expect(users).to.deep.equal(accounts);
    expect(compose.services.database.environment).to.include.keys("SERVICE_PASSWORD", "MIGRATE_PASSWORD");
    for (const name of ["PASSWORD-OF-THE-SERVICE", "PASSWORD-OF-MIGRATIONS"]) {
      expect(deployFile("grants.sql")).to.include(`'${name}'`);
      expect(deployFile("grants.sh")).to.include(`s/${name}/`);
    }
  });

  it("publishes only the proxy to other machines", () => {
    const open = services.filter(([, { ports = [] }]) =>
      ports.some((port: string) => !port.startsWith("127.")),
    );
    expect(open.map(([name]) => name)).to.deep.equal(["proxy"]);
    expect(parseInt(compose.services.app.stop_grace_period)).to.be.greaterThan(STOPS_WITHIN);
  });

  it("runs every container without privileges, with a read-only system", () => {
    for (const [name, service] of services) {
      expect(service, name).to.deep.include({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect(service.cap_add ?? [], name).to.deep.equal(name === "proxy" ? ["NET_BIND_SERVICE"] : []);
      expect(service.tmpfs, name).to.include("/tmp");
      for (const dangerous of ["privileged", "network_mode", "pid", "ipc", "devices"])
        expect(service, name).not.to.have.property(dangerous);
      // the image of the service has its own user
      if (!["app", "migrate", "proxy"].includes(name)) expect(service.user, name).to.match(/^[1-9]\d*:\d+$/);
    }
    // the volume of the image, which would be a new one for each container
    for (const name of ["app", "migrate"])
      expect(compose.services[name].volumes).to.deep.equal(["pictures:/data"]);
  });

  it("names a version of every image", () => {
    const images = services.map(([, { image }]) => image as string).filter((image) => image !== "authdock");
    for (const image of images) expect(image).to.match(/^[\w./-]+:v?\d+(\.\d+)+(@sha256:[0-9a-f]{64})?$/);
  });
});

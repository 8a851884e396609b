import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse as parseVariables } from "dotenv";
import { expect } from "chai";
import { parse } from "yaml";
import { RANDOM_KEY } from "../support/app/config.js";
import {
  deployFile,
  expectKnown,
  IMAGE,
  problemsOf,
  RANDOM_SECRET,
  STOPS_WITHIN,
} from "../support/deploy/examples.js";

/* eslint-disable @typescript-eslint/no-explicit-any -- parsed YAML */
const compose = parse(deployFile("compose.yaml"), { merge: true });

describe("deploy/compose.yaml", () => {
  const example = parseVariables(deployFile("compose.env.example"));
  const filled: Record<string, string> = {
    ...Object.fromEntries(
      Object.keys(example).map((name) => [name, example[name] || `${name}-4f7c9a1be2d85036`]),
    ),
    APP_KEY: RANDOM_KEY,
    METRICS_TOKEN: RANDOM_SECRET,
  };
  const resolved = (value: string): string =>
    value.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => {
      expect(filled, "compose.env.example").to.have.property(name);
      return filled[name]!;
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

  it("needs exactly the variables of its example", () => {
    const used = [...deployFile("compose.yaml").matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!);
    expect([...new Set(used)]).to.have.members(Object.keys(example));
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

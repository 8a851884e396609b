import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { MEASURED } from "./support/app/config.js";
import { PASSWORD } from "./support/app/factories.js";
import { useWorld } from "./support/app/world.js";

const RULES = "deploy/prometheus/alerts.yaml";
const SCRAPING = "deploy/prometheus/prometheus.yml";
const DASHBOARD = "deploy/grafana/authdock.json";
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}

const rules = (): Rule[] =>
  (parse(readFileSync(RULES, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
const dashboard = JSON.parse(readFileSync(DASHBOARD, "utf8")) as {
  uid: string;
  panels: Panel[];
  annotations: { list: { expr: string }[] };
};
const expressions = (): string[] => [
  ...rules().map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
];
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:authdock|nodejs|process)_[a-z0-9_]+\b/g) ?? [];
/** Labels in braces and in `by (…)`. */
const labelsIn = (expression: string): string[] => [
  ...[...expression.matchAll(/[{,](\w+)=~?"/g)].map(([, label]) => label!),
  ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/)),
];
/** Labels that Prometheus adds, and that of the buckets. */
const ADDED = ["job", "instance", "le"];

describe("The dashboard and the alerts", () => {
  const world = useWorld(MEASURED);
  const exposed = { names: new Set<string>(), labels: new Set<string>() };
  before(() => world.services.metrics.collectProcess());
  beforeEach(async () => {
    const { email } = await world.make.user();
    await world.api.post("/auth/login", { email, password: PASSWORD });
    const { registry } = world.services.metrics;
    for (const metric of registry.getMetricsAsArray() as unknown as {
      name: string;
      labelNames?: string[];
    }[]) {
      exposed.names.add(metric.name);
      for (const label of metric.labelNames ?? []) exposed.labels.add(label);
    }
    const text = await registry.metrics();
    for (const [, name] of text.matchAll(/^(\w+)(?=[{ ])/gm)) exposed.names.add(name!);
    for (const [, label] of text.matchAll(/[{,](\w+)="/g)) exposed.labels.add(label!);
  });

  it("name only metrics that the service exposes", () => {
    for (const expression of expressions())
      for (const name of metricsIn(expression)) expect([...exposed.names], expression).to.include(name);
  });

  it("name only labels that these metrics have", () => {
    for (const expression of expressions())
      for (const label of labelsIn(expression))
        expect([...exposed.labels, ...ADDED], expression).to.include(label);
  });

  it("use every metric of the service", () => {
    const used = new Set(expressions().flatMap(metricsIn));
    const own = world.services.metrics.registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => name.startsWith("authdock_"));
    for (const name of own)
      expect(
        [...used].some((one) => one === name || one.startsWith(`${name}_`)),
        name,
      ).to.equal(true);
  });

  it("are explained in docs/monitoring.md", () => {
    const text = readFileSync("docs/monitoring.md", "utf8");
    for (const { alert, annotations, labels } of rules()) {
      expect(text).to.include(`### ${alert}\n`);
      expect(annotations.runbook).to.equal(`docs/monitoring.md#${alert.toLowerCase()}`);
      expect(["page", "ticket"]).to.include(labels.severity);
    }
    for (const { name } of world.services.metrics.registry.getMetricsAsArray())
      if (name.startsWith("authdock_")) expect(text).to.include(`\`${name}\``);
  });

  it("can be provisioned: every panel has its own id and place, and a source that can be chosen", () => {
    const { panels } = dashboard as unknown as {
      panels: { id: number; gridPos: object; datasource?: object }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
    expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).to.equal(panels.length);
    for (const { datasource } of panels)
      if (datasource) expect(datasource).to.deep.equal({ type: "prometheus", uid: "${datasource}" });
  });

  // promtool is a part of Prometheus
  if (hasPromtool)
    it("are valid for Prometheus", () => {
      for (const parameters of [
        ["check", "rules", RULES],
        ["check", "config", "--syntax-only", SCRAPING],
      ]) {
        const { status, stdout, stderr } = spawnSync("promtool", parameters, { encoding: "utf8" });
        expect(status, stdout + stderr).to.equal(0);
      }
    });
});

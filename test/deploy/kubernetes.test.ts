import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
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
const DOCUMENTS: any[] = readdirSync("deploy/kubernetes").flatMap((name) =>
  parseAllDocuments(deployFile(`kubernetes/${name}`)).map((document) => {
    expect(document.errors, name).to.deep.equal([]);
    return document.toJS();
  }),
);
const kind = (name: string): any => DOCUMENTS.find((one) => one.kind === name);

describe("deploy/kubernetes", () => {
  const deployment = kind("Deployment");
  const pod = deployment.spec.template.spec;
  const [container] = pod.containers;
  const job = kind("Job").spec.template.spec;

  it("has a valid configuration for production, of variables that the service knows", () => {
    const { data } = kind("ConfigMap");
    const secret = {
      ...kind("Secret").stringData,
      APP_KEY: RANDOM_KEY,
      METRICS_TOKEN: RANDOM_SECRET,
    };
    expectKnown(Object.keys(data));
    for (const one of [container, job.containers[0]]) {
      const own = one.env.map(({ name, valueFrom: { secretKeyRef } }: any) => {
        expect(secretKeyRef.name).to.equal(kind("Secret").metadata.name);
        expect(secret).to.have.property(secretKeyRef.key);
        return [name, secret[secretKeyRef.key]];
      });
      expectKnown(own.map(([name]: [string]) => name));
      expect(one.envFrom).to.deep.equal([{ configMapRef: { name: kind("ConfigMap").metadata.name } }]);
      expect(problemsOf({ ...IMAGE, ...data, ...Object.fromEntries(own) })).to.deep.equal([]);
    }
  });

  it("asks paths that the service has, on the port of the image", () => {
    const image = readFileSync("deploy/Dockerfile", "utf8");
    expect(image).to.include(`EXPOSE ${container.ports[0].containerPort}\n`);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }: any) => httpGet.path);
    expect(paths).to.deep.equal(["/up", "/up", "/ready"]);
    for (const path of paths) expect(readFileSync("src/health.ts", "utf8")).to.include(`"GET", "${path}"`);
    expect(kind("Service").spec.ports[0].targetPort).to.equal(container.ports[0].name);
  });

  it("gives pods time to finish, and keeps one of them", () => {
    const pause = Number(container.lifecycle.preStop.exec.command[1]);
    expect(pod.terminationGracePeriodSeconds).to.be.greaterThan(pause + STOPS_WITHIN);
    expect(deployment.spec.replicas).to.be.greaterThan(kind("PodDisruptionBudget").spec.maxUnavailable);
  });

  it("selects the same pods everywhere, and mounts what it declares", () => {
    const { labels } = deployment.spec.template.metadata;
    for (const selected of [deployment.spec.selector.matchLabels, kind("Service").spec.selector])
      expect(selected).to.deep.equal(labels);
    expect(kind("PodDisruptionBudget").spec.selector.matchLabels).to.deep.equal(labels);
    for (const spec of [pod, job])
      expect(spec.containers[0].volumeMounts.map(({ name }: any) => name)).to.have.members(
        spec.volumes.map(({ name }: any) => name),
      );
    const [claim] = pod.volumes;
    expect(claim.persistentVolumeClaim.claimName).to.equal(kind("PersistentVolumeClaim").metadata.name);
  });

  it("runs both with one image, as the user of the image", () => {
    expect(job.containers[0].image).to.equal(container.image);
    const [user] = /^USER (\d+):/m.exec(readFileSync("deploy/Dockerfile", "utf8"))!.slice(1);
    for (const spec of [pod, job]) expect(spec.securityContext.runAsUser).to.equal(Number(user));
  });

  it("runs every container without root, privileges or a writable system", () => {
    const specs = DOCUMENTS.map(({ spec }) => spec?.template?.spec).filter((spec) => spec !== undefined);
    expect(specs).to.have.length(2);
    for (const spec of specs) {
      expect(spec.automountServiceAccountToken).to.equal(false);
      expect(spec.securityContext).to.deep.include({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const name of ["hostNetwork", "hostPID", "hostIPC"]) expect(spec).not.to.have.property(name);
      for (const one of [...spec.containers, ...(spec.initContainers ?? [])])
        expect(one.securityContext, one.name).to.deep.equal({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ["ALL"] },
        });
    }
  });

  it("lets every pod reach only what it is configured for, and be reached by its port alone", () => {
    const policies = DOCUMENTS.filter(({ kind }) => kind === "NetworkPolicy").map(({ spec }) => spec);
    const config = { ...kind("ConfigMap").data, ...kind("Secret").stringData };
    const portOf = (name: string): number => {
      const { port, protocol } = new URL(config[name]);
      return Number(port) || { "smtps:": 465, "https:": 443 }[protocol]!;
    };
    const pods = { [deployment.spec.template.metadata.labels.app]: pod, "authdock-migrate": job };
    expect(kind("Job").spec.template.metadata.labels).to.deep.equal({ app: "authdock-migrate" });
    expect(policies.map((policy) => policy.podSelector.matchLabels.app)).to.have.members(Object.keys(pods));
    for (const { podSelector, policyTypes, ingress = [], egress } of policies) {
      expect(policyTypes).to.have.members(["Ingress", "Egress"]);
      const isService = podSelector.matchLabels.app === "authdock";
      expect(ingress.flatMap(({ ports }: any) => ports)).to.deep.equal(
        isService ? [{ protocol: "TCP", port: container.ports[0].name }] : [],
      );
      for (const { from } of ingress) expect(from).to.have.length.greaterThan(0);
      const [dns, servers] = egress;
      expect(dns.ports.map(({ port }: any) => port)).to.deep.equal([53, 53]);
      const names = isService ? ["DATABASE_URL", "REDIS_URL", "MAIL_URL"] : ["MIGRATE_DATABASE_URL"];
      expect(servers.ports.map(({ port }: any) => port)).to.deep.equal([
        ...names.map(portOf),
        ...(isService ? [443] : []),
      ]);
    }
  });
});

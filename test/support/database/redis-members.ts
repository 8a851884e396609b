import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { atEndOfRun } from "../app/teardown.js";
import { freePort } from "./mariadb.js";

export interface Member {
  port: number;
  process: ChildProcess;
}

/** Starts servers with their files in one folder. */
export class Members {
  readonly started: Member[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "authdock-redis-"));
  /** The file of the certificate, which is its own authority. */
  readonly certificate: string | null;

  constructor(isEncrypted: boolean) {
    this.certificate = isEncrypted ? this.createCertificate() : null;
    // a failed test can leave them behind
    atEndOfRun(() => {
      for (const { process: child } of this.started) child.kill("SIGKILL");
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  async start(lines: readonly string[], ...parameters: string[]): Promise<Member> {
    const port = await freePort();
    const folder = join(this.folder, String(port));
    mkdirSync(folder);
    const file = join(folder, "redis.conf");
    const common = [...this.listening(port), "bind 127.0.0.1", `dir ${folder}`];
    writeFileSync(file, [...common, ...lines, ""].join("\n"));
    const child = spawn("redis-server", [file, ...parameters], { stdio: "ignore" });
    const member = { port, process: child };
    this.started.push(member);
    return member;
  }

  private listening(port: number): string[] {
    if (this.certificate === null) return [`port ${port}`];
    const files = [`tls-cert-file ${this.certificate}`, `tls-ca-cert-file ${this.certificate}`];
    const everywhere = ["tls-replication yes", "tls-cluster yes", "tls-auth-clients no"];
    return ["port 0", `tls-port ${port}`, ...files, `tls-key-file ${this.certificate}.key`, ...everywhere];
  }

  private createCertificate(): string {
    const file = join(this.folder, "certificate.pem");
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const key = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      `${file}.key`,
    ];
    const made = spawnSync("openssl", ["req", "-x509", ...key, ...subject, "-days", "2", "-out", file]);
    if (made.status !== 0) throw new Error(`openssl failed: ${String(made.stderr)}`);
    return file;
  }

  /** The answer of one server, or null. */
  async ask(port: number, password: string, ...command: string[]): Promise<unknown> {
    const tls = this.certificate === null ? {} : { tls: { ca: readFileSync(this.certificate) } };
    const redis = new Redis({
      ...{ host: "127.0.0.1", port, password, ...tls },
      ...{ lazyConnect: true, retryStrategy: () => null },
    });
    redis.on("error", () => undefined);
    try {
      return await redis.call(command[0]!, ...command.slice(1));
    } catch {
      return null;
    } finally {
      redis.disconnect();
    }
  }

  /** The scheme and the parameter of a URL. */
  get encryption(): [scheme: string, authority: string] {
    return this.certificate === null ? ["redis", ""] : ["rediss", `ssl-ca=${this.certificate}`];
  }

  processAt(port: number): ChildProcess {
    return this.started.find((member) => member.port === port)!.process;
  }

  async stop(): Promise<void> {
    await Promise.all(this.started.map(({ process: child }) => end(child)));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGCONT");
  child.kill("SIGKILL");
  await ended;
}

import { execFile, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ProductProcess, until } from "../app/processes.js";
import { pathOf } from "../app/requires.js";
import { freePort } from "../database/mariadb.js";
import { HOST, TlsProxy } from "./proxy.js";

/** Caddy on loopback with deploy/Caddyfile, to which ports, folders and certificates of its own authority are added. */
export class Caddy extends TlsProxy {
  private options!: string[];
  private env!: NodeJS.ProcessEnv;

  /**
   * @param upstreams the ports of the two instances
   * @param replaced texts of the file → their replacements
   */
  static async start(
    folder: string,
    upstreams: readonly [number, number],
    replaced: Record<string, string> = {},
  ): Promise<Caddy> {
    const [http, https] = [await freePort(), await freePort()];
    let site = readFileSync("deploy/Caddyfile", "utf8");
    for (const [shipped, own] of Object.entries({
      "\n{\n": `\n{${surroundings(folder, http, https)}\n`,
      ...replaced,
    })) {
      if (!site.includes(shipped)) throw new Error(`deploy/Caddyfile has no ${shipped}`);
      site = site.replace(shipped, own);
    }
    const file = join(folder, "Caddyfile");
    writeFileSync(file, site);
    const options = ["--adapter", "caddyfile", "--config", file];
    const env = {
      ...{ PATH: process.env["PATH"], HOME: folder, DOMAIN: HOST },
      UPSTREAMS: upstreams.map((port) => `127.0.0.1:${port}`).join(" "),
    };
    const child = spawn(pathOf("Caddy")!, ["run", ...options], { env, stdio: ["ignore", "pipe", "pipe"] });
    const authority = join(folder, "pki/authorities/local/root.crt");
    const caddy = new Caddy(new ProductProcess(child), http, https, authority);
    return Object.assign(await caddy.listening(), { options, env });
  }

  /** Caddy asks every second whether an instance is ready, and logs when the answer changes. */
  override untilUsed(port: number): Promise<void> {
    const isUp = (): boolean => {
      const lines = this.log.split("\n").filter((line) => line.includes(`"host":"127.0.0.1:${port}"`));
      return lines.at(-1)?.includes('"host is up"') === true;
    };
    return until(`Caddy uses ${port}`, isUp, 30_000);
  }

  /** What Caddy logged until now. */
  get log(): string {
    return this.process.errors;
  }

  /** Makes Caddy read its file again, even if it hasn't changed. */
  async reload(): Promise<void> {
    await promisify(execFile)(pathOf("Caddy")!, ["reload", "--force", ...this.options], { env: this.env });
  }
}

/** Options that keep Caddy on loopback and in the folder. */
const surroundings = (folder: string, http: number, https: number): string => `
	http_port ${http}
	https_port ${https}
	default_bind 127.0.0.1
	admin unix/${folder}/admin.sock
	storage file_system ${folder}
	local_certs
	skip_install_trust`;

import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request, type RequestOptions } from "node:https";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { ProductProcess, until } from "../app/processes.js";
import { freePort } from "../database/mariadb.js";
import { pathOf } from "../app/requires.js";

export const HOST = "auth.example.com";

export interface Proxied {
  status: number;
  /** Name, value, name, value …, as they arrived. */
  rawHeaders: string[];
  body: string;
}

/** nginx on loopback with the site of deploy/nginx.conf, in which only ports and files are replaced. */
export class Nginx {
  private constructor(
    private readonly process: ProductProcess,
    readonly http: number,
    readonly https: number,
    private readonly certificate: string,
  ) {}

  /** @param upstreams the ports of the two instances */
  static async start(
    folder: string,
    upstreams: readonly [number, number],
    shippedSite = readFileSync("deploy/nginx.conf", "utf8"),
  ): Promise<Nginx> {
    const [http, https] = [await freePort(), await freePort()];
    const at = (name: string): string => join(folder, name);
    makeCertificate(at("fullchain.pem"), at("privkey.pem"));
    let site = shippedSite;
    for (const [shipped, own] of [
      ["127.0.0.1:3001", `127.0.0.1:${upstreams[0]}`],
      ["127.0.0.1:3002", `127.0.0.1:${upstreams[1]}`],
      ["listen 80;", `listen 127.0.0.1:${http};`],
      ["listen 443 ", `listen 127.0.0.1:${https} `],
      [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, at("fullchain.pem")],
      [`/etc/letsencrypt/live/${HOST}/privkey.pem`, at("privkey.pem")],
      ["/var/log/nginx/authdock.log", at("error.log")],
    ] as const) {
      if (!site.includes(shipped)) throw new Error(`deploy/nginx.conf has no ${shipped}`);
      site = site.replace(shipped, own);
    }
    writeFileSync(at("site.conf"), site);
    writeFileSync(at("nginx.conf"), surroundings(folder));
    const options = ["-p", folder, "-e", at("start.log"), "-c", at("nginx.conf")];
    execFileSync(pathOf("nginx")!, [...options, "-t", "-q"], { stdio: ["ignore", "pipe", "pipe"] });
    const child = spawn(pathOf("nginx")!, options, { stdio: ["ignore", "pipe", "pipe"] });
    const nginx = new Nginx(new ProductProcess(child), http, https, at("fullchain.pem"));
    await until("nginx listens", () => nginx.process.isRunning && isOpen(https));
    return nginx;
  }

  /** Sends a request by TLS to the site. */
  send(
    path: string,
    { body, ...options }: RequestOptions & { body?: Buffer | string } = {},
  ): Promise<Proxied> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          ...{ host: "127.0.0.1", port: this.https, path, servername: HOST, agent: false },
          ca: readFileSync(this.certificate),
          ...options,
          headers: { Host: HOST, ...options.headers },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode!,
              rawHeaders: response.rawHeaders,
              body: Buffer.concat(parts).toString(),
            }),
          );
        },
      );
      // nginx answers a body that is too large before all of it has been sent
      sent.on("error", (error: NodeJS.ErrnoException) => error.code !== "EPIPE" && reject(error));
      sent.end(body);
    });
  }

  stop = (): Promise<unknown> => this.process.stop("SIGTERM");
}

/** What Debian's nginx.conf has around a site, without its paths. */
function surroundings(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${userInfo().username === "root" ? "user root root;" : ""}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events {}
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  include ${folder}/site.conf;
}
`;
}

function makeCertificate(certificate: string, key: string): void {
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${HOST}`],
      ...["-addext", `subjectAltName=DNS:${HOST}`, "-keyout", key, "-out", certificate],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.end());
  });

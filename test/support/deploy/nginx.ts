import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { ProductProcess } from "../app/processes.js";
import { makeCertificate } from "../app/certificate.js";
import { freePort } from "../database/mariadb.js";
import { pathOf } from "../app/requires.js";
import { HOST, TlsProxy } from "./proxy.js";

/** nginx on loopback with the site of deploy/nginx.conf, in which only ports and files are replaced. */
export class Nginx extends TlsProxy {
  /** @param upstreams the ports of the two instances */
  static async start(
    folder: string,
    upstreams: readonly [number, number],
    shippedSite = readFileSync("deploy/nginx.conf", "utf8"),
  ): Promise<Nginx> {
    const [http, https] = [await freePort(), await freePort()];
    const at = (name: string): string => join(folder, name);
    const { cert, key } = makeCertificate(folder, HOST);
    writeFileSync(at("fullchain.pem"), cert);
    writeFileSync(at("privkey.pem"), key);
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
    return new Nginx(new ProductProcess(child), http, https, at("fullchain.pem")).listening();
  }
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

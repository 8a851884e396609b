import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A self-signed certificate and its key in PEM, made in the folder. */
export function makeCertificate(folder: string, host: string): { cert: Buffer; key: Buffer } {
  const [cert, key] = [join(folder, `${host}.pem`), join(folder, `${host}.key`)];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${host}`],
      ...["-addext", `subjectAltName=DNS:${host}`, "-keyout", key, "-out", cert],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

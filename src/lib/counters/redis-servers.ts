/** The servers that REDIS_URL names. */
export type RedisServers = SingleRedis | SeveralRedis;

interface Encryption {
  /** With the file of the authority that signed the certificates, if it isn't a public one. */
  tls: { authority: string | null } | null;
}
interface SingleRedis extends Encryption {
  kind: "single";
  url: string;
}
interface Login {
  username: string | undefined;
  password: string | undefined;
}
export interface SeveralRedis extends Encryption, Login {
  kind: "sentinel" | "cluster";
  /** The Sentinels, or some nodes of the cluster. */
  hosts: { host: string; port: number }[];
  /** The name of the master that the Sentinels watch; empty for a cluster. */
  master: string;
  database: number;
  /** The login at the Sentinels, which have users of their own. */
  sentinel: Login;
}

export const REDIS_FORMS =
  "redis://user:password@host:6379/0, redis+sentinel://user:password@host:26379,host/name or " +
  "redis+cluster://user:password@host:6379,host, or one of them with rediss";

const FORM = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^@/?#]+)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/i;
const KINDS = {
  // /name or /name/0
  sentinel: {
    port: 26379,
    path: /^\/([\w.-]+)(?:\/(\d+))?$/,
    parameters: ["ssl-ca", "sentinel-user", "sentinel-password"],
  },
  cluster: { port: 6379, path: /^\/?()()$/, parameters: ["ssl-ca"] },
};

/** @returns null for a form that isn't known */
export function redisServers(url: string): RedisServers | null {
  const [, scheme, kind, login = "", list = "", path = "", query] = FORM.exec(url) ?? [];
  if (kind !== "sentinel" && kind !== "cluster") return singleRedis(url);
  const hosts = list.split(",").map((entry) => hostOf(entry, KINDS[kind].port));
  const known = hosts.filter((host) => host !== null);
  const [place, master, database] = KINDS[kind].path.exec(path) ?? [];
  const credentials = credentialsOf(login);
  const parameters = new URLSearchParams(query);
  const tls = tlsOf(scheme === "rediss", parameters);
  if (known.length < hosts.length || place === undefined || credentials === null || tls === undefined)
    return null;
  if ([...parameters.keys()].some((name) => !KINDS[kind].parameters.includes(name))) return null;
  return {
    ...{ kind, hosts: known, ...credentials, tls },
    ...{ master: master ?? "", database: Number(database ?? 0) },
    sentinel: {
      username: parameters.get("sentinel-user") ?? undefined,
      password: parameters.get("sentinel-password") ?? undefined,
    },
  };
}

/** The client reads the URL of a single server itself. */
function singleRedis(url: string): SingleRedis | null {
  if (!URL.canParse(url)) return null;
  const { protocol, searchParams } = new URL(url);
  if (protocol !== "redis:" && protocol !== "rediss:") return null;
  const tls = tlsOf(protocol === "rediss:", searchParams);
  return tls === undefined ? null : { kind: "single", url, tls };
}

/** @returns undefined for an authority without encryption */
function tlsOf(isEncrypted: boolean, parameters: URLSearchParams): RedisServers["tls"] | undefined {
  const authority = parameters.get("ssl-ca");
  if (isEncrypted) return { authority };
  return authority === null ? null : undefined;
}

/** The servers in a sentence for an operator, without a login. */
export function describeRedis(servers: RedisServers): string {
  if (servers.kind === "single") return new URL(servers.url).host;
  const places = servers.hosts.map(({ host, port }) => `${host}:${port}`).join(", ");
  return servers.kind === "cluster"
    ? `the cluster of ${places}`
    : `the master ${servers.master} that the Sentinels ${places} name`;
}

function hostOf(entry: string, standard: number): { host: string; port: number } | null {
  const [, host, port] = HOST.exec(entry.trim()) ?? [];
  if (host === undefined || Number(port ?? standard) > 65535) return null;
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port ?? standard) };
}

/** `user:password`, `:password` or nothing, percent-encoded. */
function credentialsOf(login: string): Login | null {
  const [, user = "", password] = /^([^:]*)(?::(.*))?$/.exec(login)!;
  if (user !== "" && password === undefined) return null;
  try {
    return {
      username: user === "" ? undefined : decodeURIComponent(user),
      password: password === undefined ? undefined : decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}

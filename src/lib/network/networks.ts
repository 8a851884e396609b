import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";
import proxyAddr from "proxy-addr";

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * The IP address named by a peer or proxy, in canonical form: proxies append a port (`192.0.2.1:5678`,
 * `[2001:db8::1]:80`), sockets a zone (`fe80::1%eth0`) or use mapped IPv4. Null for anything else.
 */
export function ipAddressIn(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (isIPv4(text)) return text; // nearly always
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ??
    /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(trimmed)?.[1] ??
    trimmed;
  const address = bare.replace(/%.*$/s, "");
  if (isIPv4(address)) return address;
  return isIPv6(address) ? canonicalIPv6(address) : null;
}

/** RFC 5952; an IPv4 address written as IPv6 becomes the IPv4 address. */
function canonicalIPv6(address: string): string {
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const [left, right] = [parseInt(high, 16), parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}

/** Whether an address belongs to a proxy. @param hop counted from the peer, which is 0 */
export type IsTrusted = (address: string, hop: number) => boolean;

/** @param proxies the number of proxies, or their networks (config/trust-proxy.ts); undefined for none */
export function trustedProxies(proxies: number | string[] | undefined): IsTrusted {
  if (proxies === undefined) return () => false;
  if (typeof proxies === "number") return (_address, hop) => hop < proxies;
  const isTrusted = proxyAddr.compile(proxies);
  // some proxies append a port to their address
  return (address, hop) => isTrusted(ipAddressIn(address) ?? address, hop);
}

/** The client's address according to the trusted proxies, or the peer's own if theirs isn't an address. */
export const clientAddress = (request: IncomingMessage, isTrusted: IsTrusted): string =>
  ipAddressIn(proxyAddr(request, isTrusted)) ?? ipAddressIn(request.socket.remoteAddress) ?? "unknown";

/** The unit of limits by address: an IPv4 address, or the /56 of IPv6 that a household or server has. */
export const addressGroup = (ip: string): string =>
  ip.includes(":") && isIPv6(ip) ? ipKeyGenerator(ip, 56) : ip; // the first condition is cheap

/** The network of an operator: a /24 of IPv4, a /48 of IPv6. */
export const networkOf = (ip: string): string =>
  isIPv6(ip) ? ipKeyGenerator(ip, 48) : ip.replace(/\.\d+$/, ".0/24");

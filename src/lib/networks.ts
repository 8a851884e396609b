import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";

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

interface Connected {
  headers: IncomingHttpHeaders;
  ip?: string | undefined;
  socket?: { remoteAddress?: string | undefined };
}

/**
 * The client's address according to the trusted proxies (`request.ip` of Express), or the peer's own if theirs isn't
 * an address. Express is asked only if a proxy has named an address, because it takes longer than finding the route.
 */
export const clientAddress = (request: Connected): string =>
  (request.headers["x-forwarded-for"] === undefined ? null : ipAddressIn(request.ip)) ??
  ipAddressIn(request.socket?.remoteAddress) ??
  "unknown";

/** The unit of limits by address: an IPv4 address, or the /56 of IPv6 that a household or server has. */
export const addressGroup = (ip: string): string =>
  ip.includes(":") && isIPv6(ip) ? ipKeyGenerator(ip, 56) : ip; // the first condition is cheap

/** The network of an operator: a /24 of IPv4, a /48 of IPv6. */
export const networkOf = (ip: string): string =>
  isIPv6(ip) ? ipKeyGenerator(ip, 48) : ip.replace(/\.\d+$/, ".0/24");

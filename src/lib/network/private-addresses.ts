import { BlockList, isIP } from "node:net";

/** Whether a host name or address is the local machine's. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 96], // also IPv4 in its former notation
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32], // Teredo and 6to4 lead to IPv4 addresses
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv6");

/**
 * Whether an address isn't on the public internet: loopback, local networks, multicast. IPv4 in IPv6 is treated as
 * IPv4.
 */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** `isPrivateAddress` for a host in a URL. Names other than `localhost` must be resolved first. */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return isIP(name) === 0 ? /(^|\.)localhost$/i.test(name) : isPrivateAddress(name);
}

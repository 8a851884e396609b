import { expect } from "chai";
import type { IncomingMessage } from "node:http";
import {
  addressGroup,
  clientAddress,
  ipAddressIn,
  networkOf,
  trustedProxies,
} from "../../src/lib/network/networks.js";

describe("A client's address", () => {
  for (const [written, address] of [
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["192.0.2.1:5678", "192.0.2.1"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:80", "2001:db8::1"],
    ["[::1]:80", "::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:0201", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
  ] as const)
    it(`is ${address} when it is written ${JSON.stringify(written)}`, () => {
      expect(ipAddressIn(written)).to.equal(address);
    });

  for (const odd of [
    "",
    "unknown",
    "_hidden",
    "192.0.2",
    "192.0.2.256",
    "192.0.2.1:",
    "192.0.2.1:http",
    "192.0.2.1:567890",
    "192.0.2.1:80:80",
    "[192.0.2.1]x",
    "[2001:db8::1",
    "2001:db8::1]:80",
    "2001:db8::g",
    "1".repeat(10_000),
  ])
    it(`isn't ${JSON.stringify(odd.slice(0, 20))}, so the peer's own address is used`, () => {
      expect(ipAddressIn(odd)).to.equal(null);
      const socket = { remoteAddress: "::ffff:198.51.100.9" };
      const request = { headers: { "x-forwarded-for": odd }, socket } as unknown as IncomingMessage;
      expect(clientAddress(request, trustedProxies(1))).to.equal("198.51.100.9");
    });

  it("is counted as a whole, or by /56 of IPv6", () => {
    expect(addressGroup("192.0.2.1")).to.equal("192.0.2.1");
    expect(addressGroup("2001:db8:0:1ff::1")).to.equal(addressGroup("2001:db8:0:100::2"));
    expect(addressGroup("2001:db8:0:200::1")).not.to.equal(addressGroup("2001:db8:0:100::2"));
  });

  it("belongs to a /24, or to a /48 of IPv6", () => {
    expect(networkOf("192.0.2.1")).to.equal(networkOf("192.0.2.254"));
    expect(networkOf("192.0.3.1")).not.to.equal(networkOf("192.0.2.1"));
    expect(networkOf("2001:db8:1:ffff::1")).to.equal(networkOf("2001:db8:1::2"));
    expect(networkOf("2001:db8:2::1")).not.to.equal(networkOf("2001:db8:1::1"));
    for (const ip of ["192.0.2.1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "unknown"])
      expect(networkOf(ip).length).to.be.at.most(64);
  });
});

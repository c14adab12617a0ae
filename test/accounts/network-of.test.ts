import { isIPv6 } from "node:net";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { networkOf } from "../../rules/accounts/network-of.ts";

describe("The masked network of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.*.*"],
    ["::ffff:203.0.113.7", "203.0.*.*"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:*"],
    ["2001:DB8::1", "2001:db8:*"],
    ["2001::1", "2001:0:*"],
    ["::1", "0:0:*"],
    ["", null],
    ["somewhere", null],
    ["1::2::3", null],
  ])("%s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test("is the same for all hosts of a network and all spellings of an address", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(255), fc.nat(255), (address, third, fourth) => {
        const [first, second] = address.split(".");
        expect(networkOf(`${first}.${second}.${third}.${fourth}`)).toBe(networkOf(address));
        expect(networkOf(`::ffff:${address}`)).toBe(`${first}.${second}.*.*`);
      }),
    );
    fc.assert(
      fc.property(fc.ipV6().filter(isIPv6), (address) => {
        const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? "";
        expect(networkOf(host)).toBe(networkOf(address));
      }),
    );
  });
});

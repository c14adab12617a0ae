import { expect, test } from "@jest/globals";
import { oneTimeCode } from "../../tools/keycloak/one-time-code.ts";

// Appendix B of RFC 6238 has eight digits; these are the last six.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %s s the code is %s", (seconds, code) => {
  const secret = Buffer.from("12345678901234567890");
  expect(oneTimeCode(secret, new Date(seconds * 1000))).toBe(code);
});

import { describe, expect, test } from "@jest/globals";
import { isOpenWay, waysOf } from "../../../web/session/ways.ts";

const google = {
  key: "google",
  label: "Google",
  icon: "google",
  availability: "AVAILABLE",
  alias: "google",
  requiredVerification: "VERIFIED_EMAIL",
  supportCopy: null,
};

describe("the ways to sign in", () => {
  test("a way is named as the server names it, and an unlisted one by its alias", () => {
    expect(waysOf(["apple", "google"], [google])).toEqual([
      { alias: "apple", label: "apple" },
      { alias: "google", label: "Google" },
    ]);
  });

  test("only an available way is open", () => {
    expect(isOpenWay(google)).toBe(true);
    expect(isOpenWay({ availability: "MAINTENANCE" })).toBe(false);
  });
});

import { describe, expect, test } from "@jest/globals";
import { arrivalStep, leavesSupportOpen } from "../../../web/arrival/arrival-step.ts";

describe("the next step of a person whom the API does not let in", () => {
  test.each([
    ["REGISTRATION_REQUIRED", "REGISTER"],
    ["PROVIDER_NOT_ALLOWED", "CLOSED_WAY"],
    ["AUTH_PROVIDER_ADAPTER_MISSING", "CLOSED_WAY"],
    ["CONTACT_NOT_VERIFIED", "CONFIRM"],
    ["COACH_IDENTITY_NOT_VERIFIED", "CONFIRM"],
    ["USER_SUSPENDED", "USER_SUSPENDED"],
    ["WORKSPACE_SUSPENDED", "WORKSPACE_SUSPENDED"],
    ["APP_ROLE_MISMATCH", "CLIENT_APP"],
    ["FORBIDDEN", "NO_ACCESS"],
    ["UNAUTHENTICATED", "SIGN_IN_AGAIN"],
    ["A_CODE_OF_A_NEWER_SERVER", "UNAVAILABLE"],
  ])("the code %s leads to %s", (code, kind) => {
    expect(arrivalStep({ code, details: {} })).toEqual({ kind });
  });

  test("a missing workspace that the address names differs from a missing account", () => {
    const missing = { code: "NOT_FOUND", details: {} };
    expect(arrivalStep(missing, { namesWorkspace: true })).toEqual({ kind: "OTHER_WORKSPACE" });
    expect(arrivalStep(missing)).toEqual({ kind: "NO_ACCESS" });
  });

  test("a pending deletion names its day, and leaves it out if the server names none", () => {
    const code = "USER_PENDING_DELETION";
    const deletionAt = "2026-12-10T08:00:00.000Z";
    expect(arrivalStep({ code, details: { deletionAt } })).toEqual({ kind: "KEEP", deletionAt });
    expect(arrivalStep({ code, details: {} })).toEqual({ kind: "KEEP", deletionAt: null });
  });

  test("another sign-in of the account is named by its aliases, without anything that is no text", () => {
    const details = { signInWith: ["google", 7, null, "apple"] };
    expect(arrivalStep({ code: "IDENTITY_NOT_LINKED", details })).toEqual({
      kind: "OTHER_WAY",
      aliases: ["google", "apple"],
    });
  });

  test("staff keep the pages of support if only a workspace is missing, and lose them with their account", () => {
    const opens = (code: string) => leavesSupportOpen(arrivalStep({ code, details: {} }));
    for (const code of [
      "REGISTRATION_REQUIRED",
      "IDENTITY_NOT_LINKED",
      "APP_ROLE_MISMATCH",
      "FORBIDDEN",
    ])
      expect([code, opens(code)]).toEqual([code, true]);
    for (const code of ["USER_SUSPENDED", "USER_PENDING_DELETION", "UNAUTHENTICATED", "OFFLINE"])
      expect([code, opens(code)]).toEqual([code, false]);
  });
});

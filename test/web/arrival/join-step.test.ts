import { describe, expect, test } from "@jest/globals";
import { asksForOtherSignIn, joinerOf, joinRefusal } from "../../../web/arrival/join/join-step.ts";
import { memberRegistrationBody } from "../../../web/arrival/registration-body.ts";
import { isJoinHandle } from "../../../web/session/join-handle.ts";

describe("a person who comes from an invitation to join", () => {
  test.each([
    [null, "ACCOUNT"],
    ["FORBIDDEN", "ACCOUNT"],
    ["WORKSPACE_SUSPENDED", "ACCOUNT"],
    ["REGISTRATION_REQUIRED", "STRANGER"],
    ["APP_ROLE_MISMATCH", null],
    ["IDENTITY_NOT_LINKED", null],
    ["CONTACT_NOT_VERIFIED", null],
    ["USER_SUSPENDED", null],
    ["USER_PENDING_DELETION", null],
    ["A_CODE_OF_A_NEWER_SERVER", null],
  ])("whom the API refuses as a coach with %s joins as %s", (code, joiner) => {
    expect(joinerOf(code)).toBe(joiner);
  });

  test.each([
    "INVITATION_CONTACT_MISMATCH",
    "VALIDATION_EXPIRED",
    "NOT_FOUND",
    "INVITATION_EXPIRED",
    "INVITATION_REVOKED",
    "INVITATION_CONSUMED",
    "WORKSPACE_SUSPENDED",
  ])("reads why the invitation refuses them with %s", (code) => {
    expect(joinRefusal({ code, errors: [] })).toBe(code);
  });

  test("reads the reason behind a conflict, and nothing of failures that are not the invitation's", () => {
    const conflict = (reason: string) =>
      joinRefusal({
        code: "STATE_CONFLICT",
        errors: [{ pointer: "", code: reason, message: "" }],
      });
    expect(conflict("ALREADY_MEMBER")).toBe("ALREADY_MEMBER");
    expect(conflict("NOT_A_COACH")).toBe("NOT_A_COACH");
    expect(conflict("CHANGED_SINCE_READ")).toBeNull();
    for (const code of ["RATE_LIMITED", "OFFLINE", "UNAVAILABLE", "IDENTITY_NOT_LINKED"])
      expect(joinRefusal({ code, errors: [] })).toBeNull();
  });

  test("is offered another sign-in only where that may help", () => {
    expect(asksForOtherSignIn("INVITATION_CONTACT_MISMATCH")).toBe(true);
    expect(asksForOtherSignIn("INVITATION_CONSUMED")).toBe(true);
    expect(asksForOtherSignIn("VALIDATION_EXPIRED")).toBe(false);
    expect(asksForOtherSignIn("INVITATION_REVOKED")).toBe(false);
  });

  test("registers with the handle and without a workspace", () => {
    const legal = { termsVersion: "2026-01", privacyVersion: "2026-02" };
    const form = { displayName: " Ana ", workspaceName: "X", timezone: "UTC", locale: "en", legal };
    expect(memberRegistrationBody(form, "id.end.code")).toEqual({
      displayName: "Ana",
      timezone: "UTC",
      locale: "en",
      ...legal,
      joinHandle: "id.end.code",
    });
  });
});

describe("a text in the address or in the tab's storage", () => {
  test("is taken for a handle only if it is short and plain", () => {
    expect(isJoinHandle("0198c0de-0000-7000-8000-000000000001.m4x8.k3-V_d")).toBe(true);
    for (const text of ["", "a b", "<img>", "a%20b", "x".repeat(257), null, 7])
      expect([text, isJoinHandle(text)]).toEqual([text, false]);
  });
});

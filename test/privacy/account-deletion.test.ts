import { describe, expect, test } from "@jest/globals";
import { accountDeletionActor } from "../../contract/privacy/account-deletion-actor.ts";
import { accountDeletionActorId, judgeDeletion } from "../../rules/privacy/judge-deletion.ts";
import { deletionDueAt } from "../../rules/accounts/deletion-due-at.ts";
import { isSuspiciousLogin } from "../../rules/accounts/is-suspicious-login.ts";
import { loginNotice } from "../../rules/accounts/login-notice.ts";

const requestedAt = new Date("2026-03-20T10:00:00.000Z");
const dueAt = new Date("2026-04-03T10:00:00.000Z");
const pending = {
  status: "PENDING_DELETION" as const,
  deletionRequestedAt: requestedAt,
  deletedAt: null,
};

describe("the deletion of an account", () => {
  test("has 14 days of grace, across the change to summer time", () => {
    expect(deletionDueAt(requestedAt)).toEqual(dueAt);
    expect(judgeDeletion(pending, new Date(dueAt.getTime() - 1))).toEqual({ kind: "GRACE", dueAt });
    expect(judgeDeletion(pending, dueAt)).toEqual({ kind: "DUE", dueAt });
  });

  test("is NONE for an active account, and DELETED for a deleted one", () => {
    const active = { status: "ACTIVE" as const, deletionRequestedAt: null, deletedAt: null };
    expect(judgeDeletion(active, dueAt)).toEqual({ kind: "NONE" });
    expect(judgeDeletion({ ...pending, deletedAt: dueAt }, dueAt)).toEqual({ kind: "DELETED" });
  });

  test("has an actor that names the user", () => {
    expect(accountDeletionActor.subjectOf(accountDeletionActorId("a-user"))).toEqual({
      userId: "a-user",
    });
    expect(() => accountDeletionActor.subjectOf("device/a-user")).toThrow();
  });
});

test.each([
  [{ knownSessions: 1, knowsDevice: false, knowsAddress: false }, true],
  [{ knownSessions: 1, knowsDevice: true, knowsAddress: false }, false],
  [{ knownSessions: 1, knowsDevice: false, knowsAddress: true }, false],
  [{ knownSessions: 0, knowsDevice: false, knowsAddress: false }, false],
])("a login at %j is suspicious: %s", (place, suspicious) => {
  expect(isSuspiciousLogin(place)).toBe(suspicious);
});

test("a user is notified of a login without its address", () => {
  const login = {
    surface: "CLIENT_MOBILE",
    startedAt: new Date("2026-03-20T10:15:30.000Z"),
  } as const;
  const owner = { name: "Ana", publicUrl: "https://api.example" };
  const reader = { ...owner, locale: "de", timezone: "Europe/Berlin" };
  expect(loginNotice({ ...login, ...reader }).text).toContain("20. März 2026 um 11:15");
});

import { describe, expect, test } from "@jest/globals";
import { WORKSPACE_STATUSES } from "../../contract/workspaces/vocabulary.ts";
import {
  invitationDeadline,
  type InvitationWait,
} from "../../rules/invitations/invitation-deadline.ts";

const closes = new Date("2027-03-15T12:00:00Z");
const daysFromEnd = (days: number) => new Date(closes.getTime() + days * 86_400_000);
const sent: InvitationWait = {
  status: "ACTIVE",
  workspaceStatus: "ACTIVE",
  expiresAt: closes,
  targetEmail: "ana@example.com",
  targetPhone: null,
  sendAt: null,
  remindedAt: null,
  expiryNoticedAt: null,
};
const SUSPENDED = WORKSPACE_STATUSES.filter((status) => status !== "ACTIVE");

describe("An invitation that was sent", () => {
  test("waits for its reminder, then for its end, which is due for a week", () => {
    expect(invitationDeadline(sent, daysFromEnd(-14))).toEqual({
      at: daysFromEnd(-3),
      reason: "REMINDER",
    });
    const reminded = { ...sent, remindedAt: daysFromEnd(-3) };
    for (const days of [-3, 0, 6])
      expect(invitationDeadline(reminded, daysFromEnd(days))).toEqual({
        at: closes,
        reason: "EXPIRY",
      });
    expect(invitationDeadline(reminded, daysFromEnd(7))).toBeNull();
    const noticed = { ...reminded, expiryNoticedAt: closes };
    expect(invitationDeadline(noticed, daysFromEnd(1))).toBeNull();
  });

  test.each(SUSPENDED)("postpones both by a day while its workspace is %s", (workspaceStatus) => {
    const waits = { ...sent, workspaceStatus };
    const due = (days: number) => invitationDeadline(waits, daysFromEnd(days));
    expect(due(-3)).toEqual({ at: daysFromEnd(-2), reason: "REMINDER" });
    expect(due(-1)).toEqual({ at: closes, reason: "EXPIRY" });
    expect(due(0)).toEqual({ at: daysFromEnd(1), reason: "EXPIRY" });
    expect(due(6)).toEqual({ at: daysFromEnd(7), reason: "EXPIRY" });
    expect(due(7)).toBeNull();
  });
});

describe("An invitation that is scheduled", () => {
  const scheduled = { ...sent, status: "SCHEDULED", sendAt: daysFromEnd(-5) } as const;

  test("waits for its day, and ends unnoticed if it was never sent", () => {
    expect(invitationDeadline(scheduled, daysFromEnd(-6))).toEqual({
      at: scheduled.sendAt,
      reason: "SEND",
    });
    for (const workspaceStatus of WORKSPACE_STATUSES)
      for (const status of ["SCHEDULED", "EXPIRED"] as const) {
        const unsent = { ...scheduled, status, workspaceStatus };
        expect(invitationDeadline(unsent, daysFromEnd(0))).toBeNull();
        expect(invitationDeadline(unsent, daysFromEnd(1))).toBeNull();
      }
  });
});

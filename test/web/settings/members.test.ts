import { describe, expect, test } from "@jest/globals";
import {
  clientsOf,
  memberActs,
  openInvitations,
} from "../../../web/settings/members/member-acts.ts";

const relationship = (coachUserId: string, clientDisplayName: string, status = "ACTIVE") => ({
  relationshipId: `${clientDisplayName}-${status}`,
  clientUserId: "client",
  clientDisplayName,
  coachUserId,
  status,
  timezone: "Europe/Berlin",
  startedAt: "2026-10-01T08:00:00Z",
  endedAt: null,
});

const invitation = (memberInvitationId: string, status: string, createdAt: string) => ({
  memberInvitationId,
  workspaceId: "workspace",
  contact: { kind: "EMAIL", masked: "a•••@example.com" },
  status,
  expiresAt: "2026-12-01T08:00:00Z",
  createdAt,
  acceptedAt: null,
  revokedAt: null,
  language: null,
});

describe("what an owner may do about members", () => {
  test("an owner alone in the workspace has nobody to hand clients to, and never removes themselves", () => {
    expect(memberActs({ userId: "owner" }, { userId: "owner", count: 1 })).toEqual([]);
    expect(memberActs({ userId: "owner" }, { userId: "owner", count: 2 })).toEqual([
      "HAND_CLIENTS",
    ]);
  });

  test("about another member, an owner hands over clients or the workspace, and removes", () => {
    expect(memberActs({ userId: "coach" }, { userId: "owner", count: 2 })).toEqual([
      "HAND_CLIENTS",
      "MAKE_OWNER",
      "REMOVE",
    ]);
  });

  test("the clients of a coach come by name, without ended ones and without those of others", () => {
    const all = [
      relationship("coach", "Zoe"),
      relationship("coach", "Änne"),
      relationship("coach", "Ben", "ENDED"),
      relationship("other", "Ada"),
    ];
    expect(clientsOf(all, "coach", "de").map((one) => one.clientDisplayName)).toEqual([
      "Änne",
      "Zoe",
    ]);
  });

  test("invitations that were accepted or revoked are not listed; the newest comes first", () => {
    const all = [
      invitation("old", "EXPIRED", "2026-11-01T08:00:00Z"),
      invitation("used", "CONSUMED", "2026-11-02T08:00:00Z"),
      invitation("gone", "REVOKED", "2026-11-03T08:00:00Z"),
      invitation("new", "ACTIVE", "2026-11-04T08:00:00Z"),
    ];
    expect(openInvitations(all).map((one) => one.memberInvitationId)).toEqual(["new", "old"]);
  });
});

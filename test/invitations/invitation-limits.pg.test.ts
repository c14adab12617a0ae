import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { inviteMember } from "../../activities/invitations/invite-member.ts";
import { recordAttempt } from "../../activities/accounts/record-attempt.ts";
import { resendInvitation } from "../../activities/invitations/resend-invitation.ts";
import { revokeInvitation } from "../../activities/invitations/revoke-invitation.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import {
  INVITATION_MAILS_PER_DAY,
  INVITATIONS_PER_HOUR,
  NEW_COACH_INVITATIONS_PER_DAY,
  OPEN_INVITATIONS,
  OPEN_MEMBER_INVITATIONS,
} from "../../contract/invitations/vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { InvitationValidation } from "../../db/invitations/invitation-validation.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  INVITATION_KEY,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY = 86_400;
const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
beforeEach(() => moveClock(ownerUrl, 0));

const requestId = "limits";
const invitationKey = INVITATION_KEY;
const email = () => `${randomUUID()}@example.com`;

describe("The number of open invitations of a workspace", () => {
  test("has a limit, even for simultaneous ones; a closed one makes room", async () => {
    const coach = await buildCoach(em);
    const first = await invite(coach);
    await copies("invitation", first.id, OPEN_INVITATIONS - 2);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(invite(coach))));
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "STATE_CONFLICT"),
      "done",
    ]);
    const open = { workspaceId: coach.workspaceId, status: "ACTIVE" } as const;
    expect(await em.fork().count(Invitation, open)).toBe(OPEN_INVITATIONS);
    expect(await outcomeOf(resend(coach, first))).toBe("done");
    await transact(em, (tx) => revokeInvitation(tx, named(coach, first)));
    expect(await outcomeOf(invite(coach))).toBe("done");
    expect(await outcomeOf(invite(await buildCoach(em)))).toBe("done");
  });

  test("is checked when an expired one would reopen", async () => {
    const coach = await buildCoach(em);
    const expired = await invite(coach);
    await moveClock(ownerUrl, 15 * DAY);
    const open = await invite(coach);
    await copies("invitation", open.id, OPEN_INVITATIONS - 1);
    expect(await outcomeOf(resend(coach, expired))).toBe("STATE_CONFLICT");
    expect(await outcomeOf(resend(coach, open))).toBe("done");
  });

  test("has a separate limit for member invitations", async () => {
    const coach = await buildCoach(em);
    const { id } = await inviteColleague(coach);
    await copies("member_invitation", id, OPEN_MEMBER_INVITATIONS - 2);
    expect(await outcomeOf(inviteColleague(coach))).toBe("done");
    expect(await outcomeOf(inviteColleague(coach))).toBe("STATE_CONFLICT");
  });
});

describe("The number of invitations that a coach sends within an hour", () => {
  test("is limited over invitations, resends and colleagues; an hour later more are sent", async () => {
    const { coach } = await buildRelationship(em);
    const third = Math.floor(INVITATIONS_PER_HOUR / 3);
    await sent(coach, "INVITATION_CREATED", third);
    await sent(coach, "INVITATION_RESENT", third);
    // One of them went to the client who has joined.
    await sent(coach, "MEMBER_INVITED", INVITATIONS_PER_HOUR - 2 * third - 3);
    const invitation = await invite(coach);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(invite(coach))));
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "RATE_LIMITED"),
      "done",
    ]);
    expect(await outcomeOf(inviteColleague(coach))).toBe("RATE_LIMITED");
    await expect(resend(coach, invitation)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: {
        retryAfterSeconds: expect.any(Number),
        audit: { eventType: "INVITATION_REFUSED", metadata: { code: "RATE_LIMITED" } },
      },
    });
    expect(await outcomeOf(invite(await buildCoach(em)))).toBe("done");
    await moveClock(ownerUrl, 3_601);
    expect(await outcomeOf(invite(coach))).toBe("done");
  });

  test("is refused with one audit row an hour", async () => {
    const { userId } = await buildCoach(em);
    const line = {
      userId,
      eventType: "INVITATION_REFUSED",
      provider: null,
      actor: userId,
      metadata: { code: "RATE_LIMITED", step: "CREATION" },
      onceWithinSeconds: 3_600,
    };
    const count = () =>
      em.fork().count(AuthAuditEvent, { userId, eventType: "INVITATION_REFUSED" });
    await Promise.all(
      Array.from({ length: 8 }, () => transact(em, (tx) => recordAttempt(tx, line))),
    );
    expect(await count()).toBe(1);
    await moveClock(ownerUrl, 3_601);
    await transact(em, (tx) => recordAttempt(tx, line));
    expect(await count()).toBe(2);
  });
});

describe("Before a client has joined, the number of invitations that a coach sends within a day", () => {
  test("is limited, even for simultaneous ones; a client who joins ends that", async () => {
    const coach = await buildCoach(em);
    await sent(coach, "INVITATION_CREATED", NEW_COACH_INVITATIONS_PER_DAY - 1);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(invite(coach))));
    expect(outcomes.toSorted()).toEqual(["RATE_LIMITED", "RATE_LIMITED", "RATE_LIMITED", "done"]);
    await moveClock(ownerUrl, DAY + 1);
    expect(await outcomeOf(invite(coach))).toBe("done");
    await moveClock(ownerUrl, 0);
    expect(await outcomeOf(inviteColleague(coach))).toBe("RATE_LIMITED");
    await buildRelationship(em, { coach });
    expect(await outcomeOf(invite(coach))).toBe("done");
  });
});

describe("The number of invitations mailed to one recipient within a day", () => {
  test("is three over all coaches, even for simultaneous ones; a day later more are sent", async () => {
    const to = email();
    const coaches = await Promise.all(Array.from({ length: 6 }, () => buildCoach(em)));
    const outcomes = await Promise.all(coaches.map((coach) => outcomeOf(invite(coach, to))));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(INVITATION_MAILS_PER_DAY);
    expect(new Set(outcomes)).toEqual(new Set(["done", "RATE_LIMITED"]));
    await moveClock(ownerUrl, DAY + 1);
    expect(await outcomeOf(invite(await buildCoach(em), to))).toBe("done");
  });

  test("includes resends but no refused ones", async () => {
    const coach = await buildCoach(em);
    const to = email();
    const invitation = await invite(coach, to);
    await transact(em, (tx) => revokeInvitation(tx, named(coach, invitation)));
    for (let tries = 0; tries < 5; tries += 1)
      expect(await outcomeOf(resend(coach, invitation))).toBe("INVITATION_REVOKED");
    const again = await invite(coach, to);
    expect(await outcomeOf(resend(coach, again))).toBe("done");
    await expect(resend(coach, again)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: expect.any(Number) },
    });
  });

  test("is counted under a hash that does not reveal the recipient", async () => {
    const to = email();
    await invite(await buildCoach(em), to);
    const rows = await em.fork().execute("select key from rate_limit");
    expect(JSON.stringify(rows)).toContain("recipient:");
    expect(JSON.stringify(rows)).not.toContain(to);
  });
});

describe("A validation", () => {
  test("replaces the former one of the same sign-in, simultaneous or not", async () => {
    const coach = await buildCoach(em);
    const contact = { kind: "EMAIL" as const, value: email() };
    const { invitation, token: invitationToken } = await buildInvitation(em, coach, contact);
    const identity = buildIdentity({ contact });
    const validate = () =>
      transact(em, (tx) => validateInvitation(tx, { identity, invitationToken }));
    await Promise.all(Array.from({ length: 8 }, validate));
    const { id } = await validate();
    const kept = await em.fork().find(InvitationValidation, { invitationId: invitation.id });
    expect(kept.map((validation) => validation.id)).toEqual([id]);
    const other = buildIdentity({ contact });
    await transact(em, (tx) => validateInvitation(tx, { identity: other, invitationToken }));
    expect(await em.fork().count(InvitationValidation, { invitationId: invitation.id })).toBe(2);
  });
});

function invite({ workspaceId, userId: invitedByUserId }: BuiltCoach, to = email()) {
  return transact(em, (tx) => {
    const contact = { kind: "EMAIL" as const, value: to };
    const by = { workspaceId, invitedByUserId, requestId, invitationKey };
    return inviteClient(tx, { ...by, contact });
  });
}

function inviteColleague({ workspaceId, userId: invitedByUserId }: BuiltCoach) {
  return transact(em, (tx) =>
    inviteMember(tx, { workspaceId, invitedByUserId, email: email(), requestId, invitationKey }),
  );
}

function named({ workspaceId, userId }: BuiltCoach, { id: invitationId }: Invitation) {
  return {
    workspaceId,
    invitationId,
    requestId,
    invitationKey,
    resentByUserId: userId,
    revokedByUserId: userId,
  };
}

function resend(coach: BuiltCoach, invitation: Invitation) {
  return transact(em, (tx) => resendInvitation(tx, named(coach, invitation)));
}

function outcomeOf(attempt: Promise<unknown>) {
  return attempt.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
}

/** Copies of one invitation, as many as requested. */
function copies(table: "invitation" | "member_invitation", id: string, count: number) {
  return em.fork().execute(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(
       'id', gen_random_uuid(), 'token_hash', gen_random_uuid()))).*
     from ${table} t, generate_series(1, ${count}) where t.id = '${id}'`,
  );
}

/** Messages that a coach has just sent. */
async function sent({ userId }: BuiltCoach, eventType: string, count: number) {
  const line = { userId, eventType, provider: null, actor: userId, metadata: {} };
  for (let index = 0; index < count; index += 1)
    await transact(em, (tx) => recordAttempt(tx, line));
}

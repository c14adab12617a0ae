import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { beginImport } from "../../activities/invitations/csv/begin-import.ts";
import { inviteSlice } from "../../activities/invitations/csv/invite-slice.ts";
import { runImport } from "../../activities/invitations/csv/run-import.ts";
import { settleScheduled } from "../../activities/invitations/csv/settle-scheduled.ts";
import { settleImport } from "../../activities/invitations/csv/settle-import.ts";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import { resendInvitation } from "../../activities/invitations/resend-invitation.ts";
import { revokeInvitation } from "../../activities/invitations/revoke-invitation.ts";
import {
  CSV_ACTOR_REST_SECONDS,
  CSV_ACTOR_SECONDS,
  CSV_SLICE,
  NEW_COACH_INVITATIONS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { InvitationImport } from "../../db/invitations/imports/invitation-import.ts";
import { InvitationImportLine } from "../../db/invitations/imports/invitation-import-line.ts";
import { pruneImportLines, pruneImports } from "../../db/invitations/imports/prune-imports.ts";
import { listInvitations, listInvitationsTo } from "../../db/invitations/queries.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { codeOf } from "../factories/code-of.ts";
import {
  AT_ONCE,
  beginFile,
  linesTo,
  outcomesOf,
  sendFile,
} from "../factories/invitations/csv-file.ts";
import {
  buildCoach,
  type BuiltCoach,
  buildRelationship,
  INVITATION_KEY as invitationKey,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 3);
const requestId = "file";
const DAY = 86_400;

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
beforeEach(() => moveClock(ownerUrl, 0));

const orderOf = (importId: string) => ({ importId, invitationKey, requestId });
const oneSlice = (importId: string) => transact(em, (tx) => inviteSlice(tx, orderOf(importId)));
const run = (importId: string) => runImport(em, orderOf(importId), AT_ONCE);

describe("An import of 45 people", () => {
  const PEOPLE = 45;

  test("is one starting transaction and one for each twenty lines, each with its outcomes", async () => {
    const coach = await provenCoach();
    const people = emails(PEOPLE);
    const { statements, result } = await recordStatements(() =>
      sendFile(em, senderOf(coach), people),
    );
    expect(result.map(({ outcome }) => outcome)).toEqual(people.map(() => "INVITED"));
    const begun = statements.filter((text) => /^begin/i.test(text)).length;
    expect(begun).toBe(1 + Math.ceil(PEOPLE / CSV_SLICE));
    expect(await mailsOf(result.map(({ invitationId }) => invitationId))).toBe(PEOPLE);
    const sent = { userId: coach.userId, eventType: "INVITATION_CREATED" };
    // One more than invited: the invitation of the client who joined before.
    expect(await em.fork().count(AuthAuditEvent, sent)).toBe(PEOPLE + 1);
    const made = (await invitationsOf(coach)).filter(({ status }) => status === "ACTIVE");
    expect(made.map(({ id }) => id)).toEqual(result.map(({ invitationId }) => invitationId));
    for (const one of made.slice(0, 2)) {
      const token = await deriveInvitationToken(invitationKey, one);
      expect(await previewInvitation(em.fork(), token)).toMatchObject({ id: one.id });
    }
  });

  test("takes as many statements for one line as for twenty", async () => {
    const counts: number[] = [];
    for (const count of [1, CSV_SLICE]) {
      const importId = await beginFile(em, senderOf(await provenCoach()), emails(count));
      counts.push((await recordStatements(() => oneSlice(importId))).statements.length);
    }
    expect(counts[0]).toBe(counts[1]);
  });

  test("whose process dies in a slice continues at the first line without an outcome, and earlier outcomes stay", async () => {
    const coach = await provenCoach();
    const people = emails(PEOPLE);
    const importId = await beginFile(em, senderOf(coach), people);
    await oneSlice(importId);
    const outcomes = await outcomesOf(em, senderOf(coach), importId);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(
      people.slice(0, CSV_SLICE).map(() => "INVITED"),
    );
    const dies = em.fork().transactional(async (tx) => {
      await inviteSlice(tx, orderOf(importId));
      throw new Error("killed");
    });
    await expect(dies).rejects.toThrow("killed");
    expect(await outcomesOf(em, senderOf(coach), importId)).toEqual(outcomes);
    await run(importId);
    const all = await outcomesOf(em, senderOf(coach), importId);
    expect(all.slice(0, CSV_SLICE)).toEqual(outcomes);
    expect(all.map(({ outcome }) => outcome)).toEqual(people.map(() => "INVITED"));
    await run(importId);
    expect(await outcomesOf(em, senderOf(coach), importId)).toEqual(all);
    expect(await mailsOf(all.map(({ invitationId }) => invitationId))).toBe(PEOPLE);
  });

  test("that several requests and its actor process at once is one run", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const coach = await provenCoach();
      const people = emails(PEOPLE);
      const importId = await beginFile(em, senderOf(coach), people);
      await moveClock(ownerUrl, CSV_ACTOR_SECONDS + 1);
      const settles = Array.from({ length: 4 }, () =>
        settleImport(em, { importId, invitationKey }),
      );
      await Promise.all([...Array.from({ length: 4 }, () => run(importId)), ...settles]);
      const all = await outcomesOf(em, senderOf(coach), importId);
      expect(all.map(({ outcome }) => outcome)).toEqual(people.map(() => "INVITED"));
      expect(await mailsOf(all.map(({ invitationId }) => invitationId))).toBe(PEOPLE);
      const sent = { userId: coach.userId, eventType: "INVITATION_CREATED" };
      // One more than invited: the invitation of the client who joined before.
      expect(await em.fork().count(AuthAuditEvent, sent)).toBe(PEOPLE + 1);
      await moveClock(ownerUrl, 0);
    }
  });

  test("that its request has abandoned is completed by its actor, slice by slice, and the actor ends", async () => {
    const coach = await provenCoach();
    const importId = await beginFile(em, senderOf(coach), emails(PEOPLE));
    const workflowId = `invitation-import/${importId}`;
    expect(await em.fork().count(OutboxRow, { key: workflowId })).toBe(1);
    const settle = () => settleImport(em.fork(), { importId, invitationKey });
    expect(await settle()).toMatchObject({ open: true, dueReason: "SLICE", did: [] });
    await moveClock(ownerUrl, CSV_ACTOR_SECONDS + 1);
    const rests = { dueReason: "SLICE", dueInMs: CSV_ACTOR_REST_SECONDS * 1_000 };
    expect(await settle()).toMatchObject({ did: ["JUDGED 20"], ...rests });
    expect(await settle()).toMatchObject({ did: ["JUDGED 20"], ...rests });
    expect(await settle()).toMatchObject({ did: ["JUDGED 5"], open: false, over: true });
    expect(await settle()).toMatchObject({ did: [], over: true });
    expect(await em.fork().count(Actor, { workflowId })).toBe(0);
    const all = await outcomesOf(em, senderOf(coach), importId);
    expect(all.map(({ outcome }) => outcome)).toEqual(all.map(() => "INVITED"));
    expect(all).toHaveLength(PEOPLE);
  });

  test("applies the limits at each slice: invitations sent in the meantime count", async () => {
    const coach = await buildCoach(em);
    const importId = await beginFile(em, senderOf(coach), emails(PEOPLE));
    const [contact] = emails(1);
    if (contact === undefined) throw new Error("Expected an invitation");
    await transact(em, (tx) =>
      inviteClient(tx, { ...senderOf(coach), contact, invitationKey, requestId }),
    );
    await run(importId);
    const all = await outcomesOf(em, senderOf(coach), importId);
    const left = NEW_COACH_INVITATIONS_PER_DAY - 1;
    expect(all.map(({ outcome }) => outcome)).toEqual(
      all.map((_, index) => (index < left ? "INVITED" : "SCHEDULED")),
    );
    // Days are filled in the order of the file, across slices.
    const days = all.flatMap(({ sendAt }) => (sendAt === null ? [] : [Number(sendAt)]));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });

  test("schedules the remaining lines if coach or workspace is suspended between two slices", async () => {
    const coach = await provenCoach();
    const importId = await beginFile(em, senderOf(coach), emails(PEOPLE));
    await oneSlice(importId);
    const where = { id: coach.workspaceId };
    await em.fork().nativeUpdate(CoachWorkspace, where, { status: "SUSPENDED" });
    await run(importId);
    const all = await outcomesOf(em, senderOf(coach), importId);
    expect(new Set(all.slice(CSV_SLICE).map(({ outcome }) => outcome))).toEqual(
      new Set(["SCHEDULED"]),
    );
  });
});

test("The invitations that a file schedules are scanned together, and their actors start dormant, one a second", async () => {
  const coach = await buildCoach(em);
  const lines = await sendFile(em, senderOf(coach), emails(NEW_COACH_INVITATIONS_PER_DAY + 4));
  const ids = lines.flatMap(({ outcome, invitationId }) =>
    outcome === "SCHEDULED" && invitationId !== null ? [invitationId] : [],
  );
  expect(ids).toHaveLength(4);
  const events = await em
    .fork()
    .find(OutboxRow, { subjectId: { $in: ids }, consumer: "invitation-actor" });
  const later = events.map(
    ({ availableAt, occurredAt }) => Number(availableAt) - Number(occurredAt),
  );
  const apart = later.toSorted((a, b) => a - b).map((at, index, all) => at - (all[index - 1] ?? 0));
  expect(apart.slice(1)).toEqual([1_000, 1_000, 1_000]);
  const [revoked = "none", ...waiting] = ids;
  const named = { workspaceId: coach.workspaceId, invitationId: revoked, requestId };
  await transact(em, (tx) => revokeInvitation(tx, { ...named, revokedByUserId: coach.userId }));
  const settlements = await settleScheduled(em, ids);
  expect(settlements.map(({ invitationId }) => invitationId).toSorted()).toEqual(
    waiting.toSorted(),
  );
  for (const { invitationId, agenda } of settlements) {
    expect(agenda).toMatchObject({ open: true, dueReason: "SEND", did: [] });
    const wait = { workflowId: `invitation/${invitationId}` };
    expect(await em.fork().findOne(Actor, wait)).toMatchObject({ dueReason: "SEND" });
  }
});

test("An import is deleted 400 days later with its key, lines first and at most a slice at a time", async () => {
  const coach = await buildCoach(em);
  const prune = (limit: number) => transact(em, (tx) => pruneImportLines(tx, limit));
  const pruneFiles = () => transact(em, (tx) => pruneImports(tx, 1_000));
  const importId = await beginFile(em, senderOf(coach), emails(7));
  await run(importId);
  await moveClock(ownerUrl, 400 * DAY - 60);
  // The imports of earlier tests may be older by more than a minute.
  while ((await prune(1_000)) > 0 || (await pruneFiles()) > 0);
  expect(await em.fork().count(InvitationImportLine, { importId })).toBe(7);
  await moveClock(ownerUrl, 400 * DAY + 60);
  const slices: number[] = [];
  do slices.push(await prune(3));
  while (slices.at(-1) === 3);
  expect(slices.length).toBeGreaterThan(2);
  expect(await em.fork().count(InvitationImport)).toBeGreaterThan(0);
  await pruneFiles();
  expect(await em.fork().count(InvitationImport)).toBe(0);
  const later = await beginFile(em, senderOf(coach), emails(2));
  expect(await prune(1_000)).toBe(0);
  expect(await em.fork().count(InvitationImportLine, { importId: later })).toBe(2);
});

describe("A waiting line", () => {
  async function oneWaiting() {
    const coach = await buildCoach(em);
    const [contact = { kind: "EMAIL", value: "nobody" } as const] = emails(1);
    const importId = await beginFile(em, senderOf(coach), [contact]);
    const [waiting] = await invitationsOf(coach);
    if (waiting === undefined) throw new Error("Expected a waiting line");
    return { coach, contact, importId, waiting };
  }

  test("is invisible, has no link, and can be neither resent nor revoked", async () => {
    const { coach, contact, waiting } = await oneWaiting();
    const { workspaceId, userId } = coach;
    const page = { workspaceId, afterId: null, limit: 50, now: await clockNow(em.fork()) };
    expect(await listInvitations(em.fork(), { ...page, status: null })).toEqual([]);
    expect(await listInvitationsTo(em.fork(), contact, 10)).toEqual([]);
    const token = await deriveInvitationToken(invitationKey, waiting);
    expect(await codeOf(previewInvitation(em.fork(), token))).toBe("NOT_FOUND");
    const named = { workspaceId, invitationId: waiting.id, requestId, invitationKey };
    const acts = [
      transact(em, (tx) => resendInvitation(tx, { ...named, resentByUserId: userId })),
      transact(em, (tx) => revokeInvitation(tx, { ...named, revokedByUserId: userId })),
    ];
    expect(await Promise.all(acts.map(codeOf))).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  test("whose contact is invited by hand in the meantime is STANDING, and its data are deleted", async () => {
    const { coach, contact, importId, waiting } = await oneWaiting();
    const invite = { ...senderOf(coach), contact, invitationKey, requestId };
    const byHand = await transact(em, (tx) => inviteClient(tx, invite));
    expect(byHand.id).not.toBe(waiting.id);
    await run(importId);
    const [line] = await outcomesOf(em, senderOf(coach), importId);
    expect(line).toMatchObject({ outcome: "STANDING", invitationId: byHand.id });
    expect((await invitationsOf(coach)).map(({ id }) => id)).toEqual([byHand.id]);
    expect(await mailsOf([byHand.id])).toBe(1);
  });

  test("gives its name to an open invitation that has none", async () => {
    const coach = await buildCoach(em);
    const [contact = { kind: "EMAIL", value: "nobody" } as const] = emails(1);
    const [first, ...others] = linesTo([contact, contact, contact]);
    const lines = [first, ...others.map((one, at) => ({ ...one, name: ["Ana", "Bea"][at] }))];
    const file = { ...senderOf(coach), requestId, lines: lines.flatMap((one) => one ?? []) };
    const { importId } = await transact(em, (tx) => beginImport(tx, file));
    await run(importId);
    const all = await outcomesOf(em, senderOf(coach), importId);
    expect(all.map(({ outcome }) => outcome)).toEqual(["INVITED", "STANDING", "STANDING"]);
    expect(new Set(all.map(({ invitationId }) => invitationId)).size).toBe(1);
    const [made, ...more] = await invitationsOf(coach);
    expect([made?.inviteeName, more.length]).toEqual(["Ana", 0]);
  });

  test("of a person who is a client already is ALREADY_CLIENT and leaves no invitation", async () => {
    const coach = await buildCoach(em);
    const { client } = await buildRelationship(em, { coach });
    const rows = await em.fork().find(Invitation, { consumedByUserId: client.userId });
    const contact: Contact = { kind: "EMAIL", value: rows[0]?.targetEmail ?? "none" };
    await transact(em, (tx) =>
      tx.execute(`update app_user set primary_email = '${contact.value}'
      where id = '${client.userId}'`),
    );
    const [line] = await sendFile(em, senderOf(coach), [contact]);
    expect(line).toMatchObject({ outcome: "ALREADY_CLIENT", invitationId: null });
    const waiting = (await invitationsOf(coach)).map(({ status }) => status);
    expect(waiting).toEqual(["CONSUMED"]);
  });
});

function emails(count: number) {
  return Array.from({ length: count }, (): Contact => ({
    kind: "EMAIL",
    value: `${randomUUID()}@x.example`,
  }));
}

function senderOf({ workspaceId, userId: invitedByUserId }: BuiltCoach) {
  return {
    workspaceId,
    invitedByUserId,
  };
}

/** A coach who has a client, so that the limit for new coaches does not apply. */
async function provenCoach(): Promise<BuiltCoach> {
  const coach = await buildCoach(em);
  await buildRelationship(em, { coach });
  return coach;
}

function invitationsOf({ workspaceId }: BuiltCoach) {
  return em.fork().find(Invitation, { workspaceId }, { orderBy: { id: "asc" } });
}

function mailsOf(ids: readonly (string | null)[]) {
  const subjectId = { $in: ids.filter((id) => id !== null) };
  return em.fork().count(OutboxRow, { subjectId, consumer: "mail", type: "ClientInvited" });
}

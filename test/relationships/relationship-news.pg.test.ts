import { describe, expect, test } from "@jest/globals";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { handClientOver } from "../../activities/relationships/hand-client-over.ts";
import { mailRelationshipNews } from "../../activities/relationships/mail-relationship-news.ts";
import {
  endOwnRelationship,
  moveRelationship,
} from "../../activities/relationships/move-relationship.ts";
import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  relationshipEmail,
  type RelationshipNews,
} from "../../rules/relationships/relationship-email.ts";
import { hooks } from "../../workers/hooks.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/accounts/identity.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const READER = {
  as: "CLIENT",
  name: "Ana",
  workspaceId: "01900000-0000-7000-8000-000000000001",
  workspaceName: "Strong",
  publicUrl: "https://api.example",
} as const;

/** The acts of a coach on the relationship. */
const MOVES: readonly RelationshipNews[] = [
  "CoachClientRelationshipPaused",
  "CoachClientRelationshipResumed",
  "CoachClientRelationshipEnded",
];
const NEWS: readonly RelationshipNews[] = [...MOVES, "CoachClientRelationshipReassigned"];

describe("e-mails about a relationship", () => {
  test("a client gets an e-mail about pause, resume and end, in their language, with the coach's name and no reason", async () => {
    const built = await buildRelationship(em);
    const { userId, identity } = built.client;
    await em.fork().nativeUpdate(ClientProfile, { userId }, { locale: "de-CH" });
    for (const act of ["PAUSE", "RESUME", "END"] as const) await move(built, act);
    const emails = await emailsOf(built);
    const { displayName } = await em.fork().findOneOrFail(User, built.coach.userId);
    expect(emails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => identity.email));
    expect(emails.map(({ subject }) => subject)).toEqual(
      MOVES.map(
        (news) =>
          relationshipEmail(news, { ...READER, locale: "de", otherName: displayName })?.subject,
      ),
    );
    expect(JSON.stringify(emails)).not.toContain("secret");
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(3);
  });

  test("a client gets an e-mail that names the new coach", async () => {
    const built = await buildRelationship(em);
    const { workspaceId, relationshipId, coach } = built;
    const { userId: coachUserId } = await buildMember(em, { ...coach, workspaceId });
    const given = { workspaceId, relationshipId, coachUserId, byUserId: coach.userId };
    await transact(em, (tx) =>
      handClientOver(tx, { ...given, requestId: "news" }, hooks.relationships),
    );
    const [email, ...others] = await emailsOf(built);
    expect(others).toEqual([]);
    const { displayName } = await em.fork().findOneOrFail(User, coachUserId);
    expect(email).toMatchObject({
      to: built.client.identity.email,
      subject: relationshipEmail("CoachClientRelationshipReassigned", {
        ...READER,
        locale: "en",
        otherName: displayName,
      })?.subject,
    });
  });

  test("a coach gets an e-mail that names the client who left; a deleted coach gets none", async () => {
    const built = await buildRelationship(em);
    const clientUserId = built.client.userId;
    const leaving = { clientUserId, reason: null, requestId: "news" };
    await transact(em, (tx) => endOwnRelationship(tx, leaving, hooks.relationships));
    const { displayName } = await em.fork().findOneOrFail(User, clientUserId);
    const [email, ...others] = await emailsOf(built);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: built.coach.identity.email });
    expect(email?.subject).toContain(displayName);
    const { userId: id } = built.coach;
    await em.fork().nativeUpdate(User, { id }, { deletedAt: new Date() });
    expect(await emailsOf(built)).toEqual([]);
  });

  test("the e-mails differ by language and act; a coach gets one only about an end", () => {
    const shown = NEWS.flatMap((news) =>
      ["en", "de"].map((locale) =>
        relationshipEmail(news, { ...READER, locale, otherName: "Cora" }),
      ),
    );
    expect(new Set(shown.map((email) => email?.text)).size).toBe(8);
    const toCoach = NEWS.map((news) =>
      relationshipEmail(news, { ...READER, as: "COACH", locale: null, otherName: "Ana" }),
    );
    expect(toCoach.map((email) => email === null)).toEqual([true, true, false, true]);
  });
});

function move({ workspaceId, relationshipId, coach }: BuiltRelationship, act: RelationshipAct) {
  const whose = { workspaceId, relationshipId, byUserId: coach.userId };
  const moving = { ...whose, act, reason: "A secret reason", requestId: "news" };
  return transact(em, (tx) => moveRelationship(tx, moving, hooks.relationships));
}

/** The e-mails about a relationship, in the order in which they were written. */
async function emailsOf({ relationshipId: subjectId }: BuiltRelationship) {
  const sent: Message[] = [];
  const mailer = { send: async (message: Message) => void sent.push(message) };
  const where = { subjectId, consumer: "mail" } as const;
  for (const row of await em.fork().find(OutboxRow, where, { orderBy: { id: "asc" } })) {
    const news = NEWS.find((type) => type === row.type);
    if (news !== undefined)
      await mailRelationshipNews({ em, mailer, publicUrl: READER.publicUrl }, news, row);
  }
  return sent;
}

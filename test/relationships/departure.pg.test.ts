import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { departureEvents } from "../../activities/privacy/departure-events.ts";
import { mailDeparture } from "../../activities/relationships/mail-departure.ts";
import { mailMemberRemoved } from "../../activities/workspaces/mail-workspace-news.ts";
import { addresseeOf } from "../../contract/outbox/email-vocabulary.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { User } from "../../db/accounts/user.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const publicUrl = "https://api.example";

function mailbox() {
  const sent: Message[] = [];
  return {
    sent,
    deps: { em, publicUrl, mailer: { send: async (m: Message) => void sent.push(m) } },
  };
}

describe("a person who asks for the deletion of the account", () => {
  const ask = (id: string, deletionRequestedAt: Date | null) =>
    em.fork().nativeUpdate(
      User,
      { id },
      {
        deletionRequestedAt,
        status: deletionRequestedAt === null ? "ACTIVE" : "PENDING_DELETION",
      },
    );
  const nameOf = async (id: string) => (await em.fork().findOneOrFail(User, id)).displayName;

  test.each(["client", "coach"] as const)(
    "as a %s is named to the other party at once, and again when it is called off",
    async (who) => {
      const built = await buildRelationship(em);
      const other = who === "client" ? built.coach : built.client;
      const { userId: subjectId } = built[who];
      const { sent, deps } = mailbox();
      const [news, ...others] = await transact(em, (tx) =>
        departureEvents(tx, subjectId, "PartnerDeletionRequested"),
      );
      if (news === undefined) throw new Error("Nobody would be notified");
      expect(others).toEqual([]);
      expect(addresseeOf(news)).toBe(other.userId);
      await ask(subjectId, new Date());
      await mailDeparture(deps, "PartnerDeletionRequested", news);
      // A cancellation that arrives before its time says nothing.
      await mailDeparture(deps, "PartnerDeletionCancelled", news);
      expect(sent).toMatchObject([{ to: other.identity.email, messageId: news.eventId }]);
      await ask(subjectId, null);
      await mailDeparture(deps, "PartnerDeletionCancelled", news);
      expect(sent).toHaveLength(2);
      for (const { subject } of sent) expect(subject).toContain(await nameOf(subjectId));
    },
  );
});

test("a coach who is removed from a workspace is mailed once, and not after the account is deleted", async () => {
  const { coach, workspaceId } = await buildRelationship(em);
  const member = await buildMember(em, { ...coach, workspaceId });
  const { sent, deps } = mailbox();
  const event = { eventId: randomUUID(), subjectId: member.userId, refs: { workspaceId } };
  await mailMemberRemoved(deps, event);
  const own = await em.fork().findOneOrFail(User, member.userId);
  expect(sent.map(({ to }) => to)).toEqual([own.primaryEmail]);
  await em.fork().nativeUpdate(User, { id: member.userId }, { deletedAt: new Date() });
  await mailMemberRemoved(deps, event);
  expect(sent).toHaveLength(1);
});

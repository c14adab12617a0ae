import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "@jest/globals";
import { inviteMember } from "../../activities/invitations/invite-member.ts";
import { resendInvitation } from "../../activities/invitations/resend-invitation.ts";
import { presentListedInvitation } from "../../api/invitations/present-invitation.ts";
import { CLOSED_INVITATION_DAYS } from "../../contract/privacy/vocabulary.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { codeOf } from "../factories/code-of.ts";
import { buildCoach, buildInvitation, INVITATION_KEY } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { retention } from "../../workers/retention.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
beforeEach(() => moveClock(ownerUrl, 0));

const DAY = 86_400;
/** An invitation that nobody accepts expires after 14 days. */
const GOES_AFTER = (14 + CLOSED_INVITATION_DAYS) * DAY;
const keys = { requestId: "old-contacts", invitationKey: INVITATION_KEY };

test("The contact of an invitation is erased 30 days after its end; the list shows that, and resend is refused", async () => {
  const coach = await buildCoach(em);
  const { workspaceId, userId } = coach;
  const byEmail = (await buildInvitation(em, coach)).invitation;
  await em.fork().nativeUpdate(Invitation, { id: byEmail.id }, { inviteeName: "Ana" });
  const value = "+491701234567";
  const byPhone = (await buildInvitation(em, coach, { kind: "PHONE", value })).invitation;
  await moveClock(ownerUrl, GOES_AFTER - 60);
  expect(await sweep()).toBe(0);
  await moveClock(ownerUrl, GOES_AFTER + 60);
  expect(await sweep()).toBe(2);
  expect(await sweep()).toBe(0);
  expect((await em.fork().findOneOrFail(Invitation, byEmail.id)).inviteeName).toBeNull();
  const now = await clockNow(em.fork());
  const shown = async ({ id }: Invitation) =>
    presentListedInvitation(await em.fork().findOneOrFail(Invitation, id), null, now).contact;
  expect(await shown(byEmail)).toEqual({ kind: "EMAIL", masked: "***", value: "" });
  expect(await shown(byPhone)).toEqual({ kind: "PHONE", masked: "***", value: "" });
  const again = { workspaceId, invitationId: byEmail.id, resentByUserId: userId, ...keys };
  expect(await codeOf(transact(em, (tx) => resendInvitation(tx, again)))).toBe("STATE_CONFLICT");
});

test("The contact of a member invitation is erased in the same way", async () => {
  const { workspaceId, userId: invitedByUserId } = await buildCoach(em);
  const email = `${randomUUID()}@example.com`;
  const { id } = await transact(em, (tx) =>
    inviteMember(tx, { workspaceId, invitedByUserId, email, ...keys }),
  );
  const kept = async () => (await em.fork().findOneOrFail(MemberInvitation, id)).targetEmail;
  await moveClock(ownerUrl, GOES_AFTER - 60);
  await sweep();
  expect(await kept()).toBe(email);
  await moveClock(ownerUrl, GOES_AFTER + 60);
  await sweep();
  expect(await kept()).toBe("");
});

async function sweep() {
  return (await pruneRecords({ em, retention }, { records: "INVITATION_CONTACTS" })).deletedCount;
}

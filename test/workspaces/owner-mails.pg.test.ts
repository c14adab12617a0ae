import { afterAll, expect, test } from "@jest/globals";
import { handWorkspaceOver } from "../../activities/workspaces/hand-workspace-over.ts";
import { addresseeOf } from "../../contract/outbox/email-vocabulary.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { startNotificationRelay } from "../factories/notifications/notification-relay.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
afterAll(() => moveClock(ownerUrl, 0));

test("both owners are mailed once each, even if the former owner's mail fails and is retried", async () => {
  const owner = await buildCoach(em);
  const member = await buildMember(em, owner);
  const { workspaceId, userId: byUserId } = owner;
  await em.fork().execute("delete from outbox");
  await transact(em, (tx) =>
    handWorkspaceOver(tx, { workspaceId, ownerUserId: member.userId, byUserId, requestId: "r" }),
  );
  const relay = await startNotificationRelay({ em }, ["mail"]);
  const [former, present] = [owner.identity.email, member.identity.email];
  try {
    relay.mail.fault = new Error("The mail server is away");
    relay.mail.faultFor = former;
    await relay.drain();
    expect(relay.letters.map(({ to }) => to)).toEqual([present]);
    const [waiting, ...others] = await em.fork().find(OutboxRow, { consumer: "mail" });
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ type: "WorkspaceOwnerReplaced", attempts: 1 });
    expect(addresseeOf(must(waiting))).toBe(byUserId);
    relay.mail.fault = null;
    await moveClock(ownerUrl, 600);
    await relay.drain();
    expect(relay.letters.map(({ to }) => to)).toEqual([present, former]);
    const [toPresent, toFormer] = relay.letters;
    expect(toPresent?.subject).toMatch(/^You are now the owner of /);
    expect(toFormer?.subject).toMatch(/^You handed .* over$/);
  } finally {
    await relay.close();
  }
});

function must<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error("There is no such row");
  return found;
}

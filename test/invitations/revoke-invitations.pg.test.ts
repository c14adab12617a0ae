import { beforeEach, describe, expect, test } from "@jest/globals";
import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { lockInvitation } from "../../db/invitations/lock-invitation.ts";
import { listInvitations } from "../../db/invitations/queries.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import {
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { invitationActs } from "../factories/invitations/invitation-acts.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY_SECONDS = 86_400;
const ALL = { afterId: null, status: null, now: new Date() };
const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const { revoke, validate } = invitationActs(em);
beforeEach(() => moveClock(ownerUrl, 0));
const preview = (token: string) => previewInvitation(em.fork(), token);

describe("Revoking", () => {
  test("closes the invitation for good, with one event", async () => {
    const coach = await buildCoach(em);
    const { invitation, token } = await buildInvitation(em, coach);
    const first = await revoke(coach, invitation.id);
    expect([first.status, first.revokedAt]).toEqual(["REVOKED", expect.any(Date)]);
    const again = await revoke(coach, invitation.id);
    expect(again.revokedAt).toEqual(first.revokedAt);
    await expect(preview(token)).rejects.toMatchObject({ code: "INVITATION_REVOKED" });
    await expect(validate(inviteeOf(invitation), token)).rejects.toMatchObject({
      code: "INVITATION_REVOKED",
    });
    const fork = em.fork();
    const type = "ClientInvitationRevoked";
    const events = { type, subjectId: invitation.id, consumer: "event-feed" } as const;
    expect(await fork.count(OutboxRow, events)).toBe(1);
    const audits = { eventType: "INVITATION_REVOKED", userId: coach.userId };
    expect(await fork.count(AuthAuditEvent, audits)).toBe(1);
  });

  test("finds only the workspace's own invitations", async () => {
    const { invitation } = await buildInvitation(em, await buildCoach(em));
    const stranger = await buildCoach(em);
    await expect(revoke(stranger, invitation.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("does not wait for the lock on a foreign invitation, which is answered like an unknown one", async () => {
    const { invitation } = await buildInvitation(em, await buildCoach(em));
    const stranger = await buildCoach(em);
    await transact(em, async (tx) => {
      await lockInvitation(tx, invitation.id);
      // If it waited, it would end with a lock timeout, which is another answer.
      await expect(revoke(stranger, invitation.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  });

  test("is refused for a consumed or an expired one", async () => {
    const { coach } = await buildRelationship(em);
    const page = { ...ALL, workspaceId: coach.workspaceId, limit: 1 };
    const [consumed] = await listInvitations(em.fork(), page);
    await expect(revoke(coach, consumed?.id ?? "")).rejects.toMatchObject({
      code: "INVITATION_CONSUMED",
    });
    const { invitation } = await buildInvitation(em, coach);
    await moveClock(ownerUrl, 14 * DAY_SECONDS);
    await expect(revoke(coach, invitation.id)).rejects.toMatchObject({
      code: "INVITATION_EXPIRED",
    });
  });
});

function inviteeOf(invitation: Invitation, changes: Partial<ClientSignIn> = {}) {
  return buildIdentity({ contact: invitationTarget(invitation), ...changes });
}

import { beforeEach, describe, expect, test } from "@jest/globals";
import { previewInvitation } from "../../activities/invitations/preview-invitation.ts";
import type { ClientSignIn } from "../../activities/accounts/registration-form.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { InvitationValidation } from "../../db/invitations/invitation-validation.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import {
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  setRelationshipStatus,
  suspendUser,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
beforeEach(() => moveClock(ownerUrl, 0));

const preview = (token: string) => previewInvitation(em.fork(), token);

describe("Previewing an invitation", () => {
  test("shows workspace and coach to anybody with the token", async () => {
    const { invitation, token } = await buildInvitation(em, await buildCoach(em));
    expect(await preview(token)).toMatchObject({
      id: invitation.id,
      workspaceName: "Cora Coach",
      coachDisplayName: "Cora Coach",
    });
  });

  test("does not find an unknown token, and the audit names no invitation", async () => {
    const audit = {
      eventType: "INVITATION_REFUSED",
      metadata: { code: "NOT_FOUND", step: "PREVIEW" },
    };
    for (const token of ["x", "A".repeat(43), "' or 1=1 --"]) {
      await expect(preview(token)).rejects.toMatchObject({ code: "NOT_FOUND", details: { audit } });
    }
  });

  test("of an expired one says so from its instant on", async () => {
    const { invitation, token } = await buildInvitation(em, await buildCoach(em));
    await moveClock(ownerUrl, 14 * DAY_SECONDS - MINUTE_SECONDS);
    await expect(preview(token)).resolves.toMatchObject({ id: invitation.id });
    await moveClock(ownerUrl, 14 * DAY_SECONDS);
    await expect(preview(token)).rejects.toMatchObject({
      code: "INVITATION_EXPIRED",
      details: { audit: { metadata: { invitationId: invitation.id } } },
    });
  });

  test("into a suspended workspace is refused", async () => {
    const coach = await buildCoach(em);
    const { token } = await buildInvitation(em, coach);
    await setWorkspaceStatus(coach.workspaceId, "SUSPENDED");
    await expect(preview(token)).rejects.toMatchObject({ code: "WORKSPACE_SUSPENDED" });
  });
});

describe("Validating an invitation", () => {
  test("binds a proof of 15 minutes to identity and invitation", async () => {
    const { invitation, token } = await buildInvitation(em, await buildCoach(em));
    const identity = inviteeOf(invitation);
    const { id } = await validate(identity, token);
    const kept = await em.fork().findOneOrFail(InvitationValidation, id);
    expect(kept).toMatchObject({ invitationId: invitation.id, subject: identity.subject });
    expect(kept.expiresAt.getTime() - kept.createdAt.getTime()).toBe(15 * MINUTE_SECONDS * 1000);
  });

  test("by phone needs the verified phone", async () => {
    const contact = { kind: "PHONE", value: "+491512345678" } as const;
    const { token } = await buildInvitation(em, await buildCoach(em), contact);
    await expect(validate(buildIdentity({ contact }), token)).resolves.toMatchObject({});
    const unverified = buildIdentity({ contact, phoneVerified: false });
    await expect(validate(unverified, token)).rejects.toMatchObject({
      code: "INVITATION_CONTACT_MISMATCH",
    });
  });

  test("is refused to another contact and to the same one unverified", async () => {
    const { invitation, token } = await buildInvitation(em, await buildCoach(em));
    const mismatch = {
      code: "INVITATION_CONTACT_MISMATCH",
      details: { audit: { metadata: { step: "VALIDATION", invitationId: invitation.id } } },
    };
    await expect(validate(buildIdentity(), token)).rejects.toMatchObject(mismatch);
    const unverified = inviteeOf(invitation, { emailVerified: false });
    await expect(validate(unverified, token)).rejects.toMatchObject(mismatch);
  });

  test("is refused to a client with a coach, even a paused one, until that ends", async () => {
    const { client, relationshipId } = await buildRelationship(em);
    const contact = { kind: "EMAIL", value: client.identity.email ?? "" } as const;
    const { token } = await buildInvitation(em, await buildCoach(em), contact);
    const alreadyCoached = { code: "CLIENT_ALREADY_HAS_ACTIVE_COACH" };
    await expect(validate(client.identity, token)).rejects.toMatchObject(alreadyCoached);
    await setRelationshipStatus(em, relationshipId, "PAUSED");
    await expect(validate(client.identity, token)).rejects.toMatchObject(alreadyCoached);
    await setRelationshipStatus(em, relationshipId, "ENDED");
    await expect(validate(client.identity, token)).resolves.toMatchObject({});
  });

  test("is refused to a coach of another workspace, and to a suspended user", async () => {
    const coach = await buildCoach(em);
    const contact = { kind: "EMAIL", value: coach.identity.email ?? "" } as const;
    const own = await buildInvitation(em, coach, contact);
    const foreign = await buildInvitation(em, await buildCoach(em), contact);
    await expect(validate(coach.identity, own.token)).resolves.toMatchObject({});
    await expect(validate(coach.identity, foreign.token)).rejects.toMatchObject({
      code: "STATE_CONFLICT",
    });
    await suspendUser(em, coach.userId);
    await expect(validate(coach.identity, own.token)).rejects.toMatchObject({
      code: "USER_SUSPENDED",
    });
  });
});

function validate(identity: ClientSignIn, invitationToken: string) {
  return transact(em, (tx) => validateInvitation(tx, { identity, invitationToken }));
}

function inviteeOf(invitation: Invitation, changes: Partial<ClientSignIn> = {}) {
  return buildIdentity({ contact: invitationTarget(invitation), ...changes });
}

function setWorkspaceStatus(id: string, status: "ACTIVE" | "SUSPENDED") {
  return em.fork().nativeUpdate(CoachWorkspace, { id }, { status });
}

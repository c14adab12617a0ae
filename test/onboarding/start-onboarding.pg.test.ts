import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { registerClient } from "../../activities/relationships/register-client.ts";
import { validateInvitation } from "../../activities/invitations/validate-invitation.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { findDefaultVersionId } from "../../db/forms/queries.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { findClientContext } from "../../db/onboarding/client-context/queries.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { findOnboarding } from "../../db/onboarding/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import { buildFormVersion } from "../factories/forms/assigned-forms.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  buildInvitation,
  buildRelationship,
  ORIGIN,
  registrationForm,
} from "../factories/accounts/identity.ts";
import { findInconsistencies } from "../factories/onboarding/onboarding-consistency.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 16 });

describe("registration", () => {
  test("starts the onboarding: instance, READY task and form assignment", async () => {
    const { relationshipId, client } = await buildRelationship(em, { status: "ONBOARDING" });
    expect(await findOnboarding(em.fork(), relationshipId)).toMatchObject({
      relationshipId,
      definitionKey: "CLIENT_INVITE_V1",
      definitionVersion: 2,
      status: "IN_PROGRESS",
      programAssignmentBlocked: false,
      nutritionAssignmentBlocked: false,
      finishedAt: null,
      task: {
        taskKey: "COACH_QUESTIONNAIRE",
        status: "READY",
        revision: 1,
        dueAt: expect.any(String),
      },
      questionnaire: { status: "ASSIGNED" },
    });
    const context = await findClientContext(em.fork(), client.userId);
    expect(context?.profile.onboardingStatus).toBe("IN_PROGRESS");
    expect(await findInconsistencies(em.fork())).toEqual([]);
  });

  test("uses the workspace's default questionnaire", async () => {
    const { relationshipId, workspaceId } = await buildRelationship(em);
    expect(await versionOf(relationshipId)).toBe(
      await findDefaultVersionId(em.fork(), workspaceId),
    );
  });

  test("uses the form that the coach chose for this client", async () => {
    const coach = await buildCoach(em);
    const formVersionId = await buildFormVersion(em, coach.workspaceId);
    const register = await invitedBy(coach, formVersionId);
    expect(await versionOf((await register()).relationshipId)).toBe(formVersionId);
  });

  test("uses the default if the chosen form was archived meanwhile, or is no form", async () => {
    const coach = await buildCoach(em);
    const { workspaceId } = coach;
    const defaultId = await findDefaultVersionId(em.fork(), workspaceId);
    const chosen = await buildFormVersion(em, workspaceId);
    const other = await buildFormVersion(em, (await buildCoach(em)).workspaceId);
    await em
      .fork()
      .nativeUpdate(
        FormDefinition,
        { workspaceId, isWorkspaceDefault: false },
        { status: "ARCHIVED" },
      );
    for (const formVersionId of [chosen, other, randomUUID()]) {
      const register = await invitedBy(coach, formVersionId);
      expect(await versionOf((await register()).relationshipId)).toBe(defaultId);
    }
  });

  test("never fails for a missing default: eight clients at once create one", async () => {
    const coach = await buildCoach(em);
    const { workspaceId } = coach;
    await archive({ workspaceId });
    const registers: Awaited<ReturnType<typeof invitedBy>>[] = [];
    for (let i = 0; i < 8; i += 1) registers.push(await invitedBy(coach));
    const registered = await Promise.all(registers.map((register) => register()));
    const defaultId = await findDefaultVersionId(em.fork(), workspaceId);
    for (const { relationshipId } of registered) {
      expect(await versionOf(relationshipId)).toBe(defaultId);
    }
    const defaults = { workspaceId, isWorkspaceDefault: true };
    expect(await em.fork().count(FormDefinition, defaults)).toBe(1);
  });

  test("repeated, or at once from eight connections, starts one onboarding", async () => {
    const register = await invitedBy(await buildCoach(em));
    const registered = await Promise.all(Array.from({ length: 8 }, register));
    const { relationshipId } = await register();
    for (const each of registered) expect(each.relationshipId).toBe(relationshipId);
    expect(await em.fork().count(OnboardingInstance, { relationshipId })).toBe(1);
  });
});

test("a client's account is read with its onboarding in one statement", async () => {
  const { client, relationshipId } = await buildRelationship(em);
  const { result, statements } = await recordStatements(() =>
    findClientContext(em.fork(), client.userId),
  );
  expect(statements).toHaveLength(1);
  expect(result?.onboarding).toEqual(await findOnboarding(em.fork(), relationshipId));
});

/** An invited person, about to register; the coach may have chosen a form version. */
async function invitedBy(coach: BuiltCoach, formVersionId: string | null = null) {
  const { invitation, token } = await buildInvitation(em, coach);
  await em.fork().nativeUpdate(Invitation, { id: invitation.id }, { formVersionId });
  const identity = buildIdentity({ contact: invitationTarget(invitation) });
  const opening = { identity, invitationToken: token };
  const { id: validationId } = await transact(em, (tx) => validateInvitation(tx, opening));
  return () =>
    transact(em, (tx) =>
      registerClient(
        tx,
        {
          ...registrationForm(),
          ...opening,
          validationId,
          deviceIdHash: null,
          origin: ORIGIN,
        },
        hooks.relationships,
      ),
    );
}

async function versionOf(relationshipId: string) {
  return (await findOnboarding(em.fork(), relationshipId))?.questionnaire?.formVersionId;
}

function archive(where: { workspaceId: string }) {
  return em
    .fork()
    .nativeUpdate(FormDefinition, where, { status: "ARCHIVED", isWorkspaceDefault: false });
}

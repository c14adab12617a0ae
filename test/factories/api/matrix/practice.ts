import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { inviteMember } from "../../../../activities/invitations/invite-member.ts";
import { createPlan } from "../../../../activities/plans/create-plan.ts";
import type { RelationshipStatus } from "../../../../contract/relationships/vocabulary.ts";
import { AuthIdentity } from "../../../../db/accounts/auth-identity.ts";
import type { MemberInvitation } from "../../../../db/invitations/member-invitation.ts";
import { WorkspaceMembership } from "../../../../db/workspaces/workspace-membership.ts";
import { getOnboarding } from "../../../../db/onboarding/queries.ts";
import { PlanAssignment } from "../../../../db/plans/plan-assignment.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import type { TestIssuer } from "../../../harness/test-issuer.ts";
import {
  type BuiltCoach,
  INVITATION_KEY,
  ORIGIN,
  buildCoach,
  buildIdentity,
  buildInvitation,
  setRelationshipStatus,
} from "../../accounts/identity.ts";
import { buildMatrixUploads } from "./uploads.ts";
import { writtenExport } from "../../privacy/account-export.ts";
import { beginFile } from "../../invitations/csv-file.ts";
import { buildMatrixTasks } from "../../inbox/coach-tasks.ts";
import { buildMatrixForms } from "./forms.ts";
import { planActs } from "../../plans/plan-acts.ts";
import { putAgenda, planBodies } from "../../plans/plans.ts";
import { putConflict } from "../../workouts/workout-conflicts.ts";
import { offeredWorkout, submittedSession } from "../../workouts/offered-workout.ts";
import { buildPublishedForm } from "../../forms/published-form.ts";
import { buildSignedInPair } from "../../accounts/signed-in-pair.ts";
import { putExercises } from "../../exercises/put-exercises.ts";

/** A coach, a second coach, a client in the middle of the day, and the ids that requests name. */
export interface Practice {
  readonly coach: BuiltCoach;
  readonly member: BuiltCoach;
  readonly clientSubject: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A new practice. */
export async function buildPractice(em: SqlEntityManager, issuer: TestIssuer): Promise<Practice> {
  const coach = await buildCoach(em, buildIdentity({ issuer: issuer.issuer }));
  const { workspaceId } = coach;
  const member = await buildMember(em, issuer, { workspaceId, status: "ACTIVE" });
  const asked = await buildMemberInvitation(em, coach, `${randomUUID()}@example.com`);
  const { invitation } = await buildInvitation(em, coach);
  const ownedBy = { workspaceId, createdByUserId: coach.userId };
  const [exerciseId = ""] = await putExercises(em, [{ title: "Squat of their own", ownedBy }]);
  const values = {
    workspaceId,
    exerciseId,
    invitationId: invitation.id,
    importId: await beginFile(em, { workspaceId, invitedByUserId: coach.userId }, [
      { kind: "EMAIL", value: `${randomUUID()}@example.com` },
    ]),
    memberInvitationId: asked.id,
    memberUserId: member.userId,
  };
  return buildFurtherClient(em, issuer, { coach, member, clientSubject: "", values });
}

/** The same practice with another client; the relationship may have another state. */
export async function buildFurtherClient(
  em: SqlEntityManager,
  issuer: TestIssuer,
  { status = "ACTIVE", ...practice }: Practice & { readonly status?: RelationshipStatus },
): Promise<Practice> {
  const { coach } = practice;
  const { client, ...pair } = await buildSignedInPair(em, issuer, { timezone: "UTC", coach });
  const { workspaceId, relationshipId } = pair;
  const owner = { workspaceId, relationshipId, coachUserId: coach.userId, timezone: "UTC" };
  const { habit, steps, water } = await putAgenda(em, owner);
  await planActs(em).pause(owner, water.sourceId);
  const workoutTaskId = await offeredWorkout(em, owner);
  const refused = await putConflict(em, owner);
  const workoutSessionId = await submittedSession(em, workoutTaskId);
  const assignment = await em.fork().findOneOrFail(PlanAssignment, habit.sourceId);
  const identityId = await buildFurtherIdentity(em, client.userId);
  const exportId = await writtenExport(em, client.userId);
  const free = {
    workspaceId,
    createdByUserId: coach.userId,
    content: planBodies.habit,
    publish: true,
  };
  const { plan } = await transact(em, (tx) => createPlan(tx, free));
  const draft = await transact(em, (tx) => createPlan(tx, { ...free, publish: false }));
  const form = await buildPublishedForm(em, coach);
  const recipient = { workspaceId, relationshipId, clientUserId: client.userId };
  const forms = await buildMatrixForms(em, recipient);
  const uploads = await buildMatrixUploads(em, recipient);
  const inbox = await buildMatrixTasks(em, { ...recipient, coachUserId: coach.userId }, forms);
  const onboarding = await getOnboarding(em.fork(), relationshipId);
  if (status !== "ACTIVE") await setRelationshipStatus(em, relationshipId, status);
  const values = {
    ...practice.values,
    relationshipId,
    planId: assignment.planId,
    assignmentId: assignment.id,
    taskId: habit.id,
    localDate: habit.localDate,
    userId: client.userId,
    clientId: client.userId,
    instanceId: onboarding.instanceId,
    onboardingTaskId: onboarding.task.id,
    formSubmissionId: forms.submissionId,
    identityId,
    exportId,
    freePlanId: plan.id,
    pausedAssignmentId: water.sourceId,
    freeTaskId: steps.id,
    workoutTaskId,
    conflictId: refused.id,
    refusedSessionId: refused.clientSessionId,
    workoutSessionId,
    draftPlanId: draft.plan.id,
    ...forms,
    ...form,
    ...uploads,
    ...inbox,
    version: "1",
  };
  return { ...practice, clientSubject: client.identity.subject, values };
}

/** A second, equally valid sign-in of this user. Returns its id. */
async function buildFurtherIdentity(em: SqlEntityManager, userId: string): Promise<string> {
  const { id: _id, ...first } = await em.fork().findOneOrFail(AuthIdentity, { userId });
  const further = { ...first, id: randomUUID(), subject: randomUUID() };
  await em.fork().insert(AuthIdentity, further);
  return further.id;
}

/** A coach with their own workspace who is, or was, COACH of this one. */
export async function buildMember(
  em: SqlEntityManager,
  { issuer }: TestIssuer,
  place: Pick<WorkspaceMembership, "workspaceId" | "status">,
): Promise<BuiltCoach> {
  const coach = await buildCoach(em, buildIdentity({ issuer }));
  const endedAt = place.status === "ENDED" ? new Date() : null;
  const membership = { id: randomUUID(), userId: coach.userId, joinedAt: new Date(), endedAt };
  await em.fork().insert(WorkspaceMembership, { ...membership, ...place, role: "COACH" });
  return coach;
}

/** Invites the coach with this e-mail address to the workspace. */
export function buildMemberInvitation(
  em: SqlEntityManager,
  { workspaceId, userId: invitedByUserId }: BuiltCoach,
  email: string,
): Promise<MemberInvitation> {
  const { requestId } = ORIGIN;
  const asking = { workspaceId, invitedByUserId, email, requestId };
  return transact(em, (tx) => inviteMember(tx, { ...asking, invitationKey: INVITATION_KEY }));
}

import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { spreadRevisions } from "../../../activities/agenda/calendar/spread-revisions.ts";
import { assignPlan } from "../../../activities/plans/assignments/assign-plan.ts";
import { createPlan } from "../../../activities/plans/create-plan.ts";
import { endAssignment } from "../../../activities/plans/assignments/end-assignment.ts";
import { pauseAssignment } from "../../../activities/plans/assignments/pause-assignment.ts";
import { publishPlan } from "../../../activities/plans/publish-plan.ts";
import { resumeAssignment } from "../../../activities/plans/assignments/resume-assignment.ts";
import { savePlanDraft } from "../../../activities/plans/save-plan-draft.ts";
import { supersedeAssignment } from "../../../activities/plans/assignments/supersede-assignment.ts";
import { type PlanContent, planContentSchema } from "../../../contract/plans/content-schema.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { Plan } from "../../../db/plans/plan.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { hooks } from "../../../workers/hooks.ts";
import { withShown } from "../agenda/agenda-rows.ts";
import type { AgendaOwner } from "./plans.ts";

/** The coach who acts, and the client. */
export type ActOwner = Omit<AgendaOwner, "timezone">;

/** A program of this many weeks, trained on days 1, 3 and 5 of each. */
export function programContent(weeks = 4, title = "Strength"): PlanContent {
  const exercise = { exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] };
  const day = (dayNumber: number) => ({ dayNumber, title: "Legs", exercises: [exercise] });
  const week = { days: [day(1), day(3), day(5)] };
  return planContentSchema.parse({
    kind: "PROGRAM",
    title,
    weeks: Array.from({ length: weeks }, () => week),
  });
}

/** The acts of a coach on plans and assignments, each in its own transaction. */
export function planActs(em: SqlEntityManager) {
  const acting = (
    { workspaceId, relationshipId, coachUserId }: ActOwner,
    assignmentId: string,
  ) => ({
    workspaceId,
    relationshipId,
    assignmentId,
    byUserId: coachUserId,
    requestId: null,
  });
  const make = async (owner: ActOwner, content: PlanContent, publish = true) => {
    const { workspaceId, coachUserId: createdByUserId } = owner;
    const plan = { workspaceId, createdByUserId, content, publish };
    return (await transact(em, (tx) => createPlan(tx, plan))).plan.id;
  };
  const assign = (
    { workspaceId, relationshipId, coachUserId: assignedByUserId }: ActOwner,
    planId: string,
    choice: { startDate?: string; endDate?: string; followsNewer?: boolean } = {},
  ) => {
    const { startDate = null, endDate = null, followsNewer = true } = choice;
    const place = { workspaceId, relationshipId, planId, assignedByUserId, requestId: null };
    return transact(em, (tx) => assignPlan(tx, { ...place, startDate, endDate, followsNewer }));
  };
  return {
    make,
    assign,
    /** An assigned plan, with the task of the present day. */
    async give(owner: ActOwner, content: PlanContent) {
      const planId = await make(owner, content);
      const { id: assignmentId } = await assign(owner, planId);
      await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
      return { planId, assignmentId };
    },
    pause: (owner: ActOwner, assignmentId: string) =>
      transact(em, (tx) => pauseAssignment(tx, acting(owner, assignmentId))),
    resume: (owner: ActOwner, assignmentId: string, programDay: number | null = null) =>
      transact(em, (tx) => resumeAssignment(tx, { ...acting(owner, assignmentId), programDay })),
    end: (owner: ActOwner, assignmentId: string) =>
      transact(em, (tx) => endAssignment(tx, acting(owner, assignmentId))),
    supersede: (owner: ActOwner, assignmentId: string, planId: string, stopUse = false) => {
      const replacement = { ...acting(owner, assignmentId), planId, endDate: null, stopUse };
      return transact(em, (tx) =>
        supersedeAssignment(tx, { ...replacement, followsNewer: true }, hooks.assignments),
      );
    },
    /** Publishes other content of a plan; assignments do not follow it yet. */
    async publish(owner: ActOwner, planId: string, content: PlanContent) {
      const { workspaceId, coachUserId: publishedByUserId } = owner;
      const { draftRevision } = await em.fork().findOneOrFail(Plan, { id: planId });
      await transact(em, async (tx) => {
        const key = { workspaceId, planId };
        await savePlanDraft(tx, { ...key, expectedDraftRevision: draftRevision, content });
        const read = { ...key, expectedDraftRevision: draftRevision + 1 };
        await publishPlan(tx, { ...read, seen: null, publishedByUserId, requestId: null });
      });
    },
    /** Spreads the published revision to the assignments that follow, as a sweep does. */
    async spread() {
      let after: string | null = null;
      do {
        const log = pino({ level: "silent" });
        ({ after } = await spreadRevisions({ em, log }, { after }));
      } while (after !== null);
    },
    async tasksOf(assignmentId: string) {
      const orderBy = { localDate: "asc", id: "asc" } as const;
      const tasks = await em.fork().find(AgendaTask, { sourceId: assignmentId }, { orderBy });
      return await withShown(em, tasks);
    },
  };
}

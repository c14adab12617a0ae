import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { scanDays } from "../../../activities/agenda/closing/scan-days.ts";
import { unpinTask } from "../../../activities/agenda/focus-pin/pin-task.ts";
import { moveRelationship } from "../../../activities/relationships/move-relationship.ts";
import { renewEpochs } from "../../../activities/sync/renew-epochs.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { Plan } from "../../../db/plans/plan.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { hooks } from "../../../workers/hooks.ts";
import type { TestApi } from "../../harness/api.ts";
import { buildFormAssignment } from "../forms/assigned-forms.ts";
import { scanAllCalendars } from "./scan-all-calendars.ts";
import { aCard, pin, placeCards, takeBackCards } from "./notices.ts";
import { type Phone, sync } from "../sync/phone.ts";
import { water } from "../sync/phone-operations.ts";
import { planActs } from "../plans/plan-acts.ts";
import { buildAssignment, planBodies } from "../plans/plans.ts";
import { queued } from "../sync/sync.ts";

const log = pino({ level: "silent" });

/** Acts of everybody who changes the client's view of today, apart from reads. */
export function actsOfDay(api: TestApi, phone: Phone) {
  const { em } = api.deps.database;
  const { pair, agenda } = phone;
  const { workspaceId, relationshipId } = pair;
  const coachUserId = pair.coach.userId;
  const owner = { workspaceId, relationshipId, coachUserId, timezone: "UTC", agenda };
  const send = async (operation: Operation) => void (await sync(api, phone, [operation]));
  const at =
    (taskId: string, type: string, more: object = {}) =>
    async () =>
      await send(
        queued(type, { taskId, ...more }, { expectedRevision: await revisionOf(em, taskId) }),
      );
  const move = (act: "PAUSE" | "RESUME" | "END") => async () => {
    const request = { act, workspaceId, relationshipId, byUserId: coachUserId };
    await transact(em, (tx) =>
      moveRelationship(tx, { ...request, reason: null, requestId: null }, hooks.relationships),
    );
  };
  const plans = planActs(em);
  const card = () => aCard(owner, { sourceId: relationshipId, cardKey: "own" });
  const [rice] = agenda.meal.items;
  return {
    complete: at(agenda.habit.id, "quick-log.complete-task"),
    skip: at(agenda.steps.id, "quick-log.skip", { reason: "BUSY" }),
    tick: at(agenda.meal.id, "quick-log.complete-item", { itemId: rice?.id }),
    drink: async () => {
      const expectedRevision = await revisionOf(em, agenda.water.id);
      await send({ ...water(phone), expectedRevision });
    },
    pin: async () => void (await pin(em, owner, agenda.water.id)),
    unpin: async () => {
      const { localDate } = agenda;
      const unpinning = { workspaceId, relationshipId, localDate, byUserId: coachUserId };
      await transact(em, (tx) => unpinTask(tx, { ...unpinning, requestId: "test" }));
    },
    placeCard: async () => void (await placeCards(em, owner, [await card()])),
    withdrawCard: async () => void (await takeBackCards(em, await card())),
    assign: async () => {
      const assignmentId = await buildAssignment(em, owner, planBodies.habit);
      await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
    },
    askForForm: async () => void (await buildFormAssignment(em, pair)),
    endAssignment: async () => void (await plans.end(owner, agenda.supplement.sourceId)),
    pausePlan: async () => void (await plans.pause(owner, agenda.habit.sourceId)),
    resumePlan: async () => void (await plans.resume(owner, agenda.habit.sourceId)),
    pauseWater: async () => void (await plans.pause(owner, agenda.water.sourceId)),
    resumeWater: async () => void (await plans.resume(owner, agenda.water.sourceId)),
    supersedePlan: async () => {
      const planId = await plans.make(owner, { ...planBodies.meal, title: "Lunch at the office" });
      await plans.supersede(owner, agenda.meal.sourceId, planId);
    },
    publish: async () => {
      const { planId: id } = await em
        .fork()
        .findOneOrFail(PlanAssignment, { id: agenda.meal.sourceId });
      const { draftRevision } = await em.fork().findOneOrFail(Plan, { id });
      await plans.publish(owner, id, { ...planBodies.meal, title: `Lunch ${draftRevision}` });
      await plans.spread();
    },
    pause: move("PAUSE"),
    resume: move("RESUME"),
    end: move("END"),
    scan: async () => {
      await scanAllCalendars(em);
      await scanDays({ em, log }, { after: null });
    },
    restore: async () => void (await renewEpochs(em)),
  };
}

async function revisionOf(em: SqlEntityManager, id: string): Promise<number> {
  return (await em.fork().findOneOrFail(AgendaTask, { id })).revision;
}

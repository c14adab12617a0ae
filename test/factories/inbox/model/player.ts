import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { settleInboxTask } from "../../../../activities/inbox/actor/settle-inbox-task.ts";
import { settleSources } from "../../../../activities/inbox/settle-sources.ts";
import { healRelationships } from "../../../../activities/inbox/upkeep/heal-lost-events.ts";
import { rescoreTasks } from "../../../../activities/inbox/upkeep/rescore-tasks.ts";
import { reviewAsSeen } from "../../agenda/review-as-seen.ts";
import { moveRelationship } from "../../../../activities/relationships/move-relationship.ts";
import type { AdmissionDeps } from "../../../../activities/sync/admission/admission.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { executorOf } from "../../../../db/platform/pipeline/pipeline.ts";
import { loadReviewableDays } from "../../../../db/quick-log/load-reviewable-days.ts";
import { clockNow, transact } from "../../../../db/platform/transactions/transact.ts";
import { hooks } from "../../../../workers/hooks.ts";
import { reportMessage } from "../coach-phone.ts";
import { buildCoach, buildIdentity } from "../../accounts/identity.ts";
import type { Command } from "./commands.ts";
import {
  readInbox,
  requireCounted,
  requireConsumed,
  requireHistories,
  requireOnTime,
  requireSound,
} from "./laws.ts";
import { beginTruth } from "./truth.ts";
import { settleAll, settlementDeps } from "../../sync/settlement.ts";
import { buildScope, queued, submit } from "../../sync/sync.ts";
import { verdictsOf } from "../../sync/verdicts.ts";
import { actOnline } from "./online-acts.ts";
import { buildModelPhone, queueAct, queueReview, sendQueue } from "./phone.ts";
import type { PlayedInbox } from "./played-inbox.ts";

/** The stage on which histories of an inbox are played. */
export interface InboxStage {
  readonly em: SqlEntityManager;
  readonly deps: AdmissionDeps;
  /** Empties the database and resets the clock. */
  begin(): Promise<void>;
  moveClock(minutes: number): Promise<void>;
}

/** Plays a history and checks the invariants after each step; rejects with the violation. */
export async function playInbox(stage: InboxStage, history: readonly Command[]): Promise<void> {
  await stage.begin();
  const play = await beginPlay(stage);
  for (const command of history) {
    await play.step(command);
    requireSound(await play.rows());
  }
  await play.end();
}

async function beginPlay({ em, deps, moveClock }: InboxStage) {
  const scope = await buildScope(em);
  const settlement = settlementDeps(em);
  const { workspaceId, relationshipId, coachUserId, agenda } = scope;
  const { userId: otherUserId } = await buildCoach(em, buildIdentity());
  const coaches = [coachUserId, otherUserId] as const;
  const conversations = [randomUUID(), randomUUID()];
  const truth = beginTruth();
  const now = () => clockNow(em.fork());
  const rows = () => readInbox(em, relationshipId);
  const inbox: PlayedInbox = { em, deps, scope, truth, isPaused: false, now, rows };
  const phones = [await buildModelPhone(inbox), await buildModelPhone(inbox)] as const;
  const skips: Operation[] = [];
  let minutes = 0;

  const scan = () =>
    transact(em, (tx) =>
      settleSources(tx, {
        relationshipIds: [relationshipId],
        kinds: ["MESSAGE", "SKIP"],
        oldestDate: null,
        causes: new Map(),
        requestId: null,
      }),
    );

  const version = async () => {
    const [day] = await loadReviewableDays(executorOf(em.fork()), relationshipId, [
      agenda.localDate,
    ]);
    return day?.version ?? 0;
  };

  async function step(command: Command): Promise<void> {
    switch (command.kind) {
      case "MESSAGE": {
        const subjectId = conversations[command.conversation] ?? "";
        const { severity } = command;
        const message = { relationshipId, subjectId, severity, acceptedAt: await now() };
        const { eventId, acceptedAt } = await reportMessage(em, message);
        truth.add({
          key: `chat:${eventId}`,
          isPain: false,
          severity,
          acceptedAt,
          conversationId: subjectId,
        });
        return;
      }
      case "REPLY": {
        const subjectId = conversations[command.conversation] ?? "";
        await reportMessage(em, {
          relationshipId,
          subjectId,
          type: "ClientMessageReplied",
          acceptedAt: await now(),
        });
        truth.reply(subjectId);
        return;
      }
      case "SKIP":
        return await skip(command.which, command.isPain ? "PAIN_OR_INJURY" : "CONFUSED");
      case "WITHDRAW":
        return await withdraw(command.which);
      case "HEAR":
        await Promise.all(Array.from({ length: command.times }, scan));
        requireConsumed(await rows(), truth);
        return;
      case "HEAL":
        await healRelationships(em, { after: null });
        requireConsumed(await rows(), truth);
        return;
      case "ACT":
        return await actOnline(inbox, { ...command, byUserId: coaches[command.coach] });
      case "REVIEW":
        await transact(em, (tx) =>
          reviewAsSeen(tx, {
            workspaceId,
            relationshipId,
            localDate: agenda.localDate,
            byUserId: coachUserId,
            requestId: "model",
          }),
        );
        truth.review(await now());
        return;
      case "READ": {
        const phone = phones[command.phone];
        phone.seen = { at: await now(), version: await version() };
        for (const task of (await rows()).tasks) phone.revisions.set(task.id, task.revision);
        return;
      }
      case "QUEUE":
        return await queueAct(inbox, phones[command.phone], command);
      case "QUEUE_REVIEW":
        return queueReview(inbox, phones[command.phone]);
      case "SEND":
        return await sendQueue(inbox, phones[command.phone], command.again);
      case "PASS":
        minutes += command.minutes;
        await moveClock(minutes);
        return;
      case "LOOK": {
        for (const task of (await rows()).tasks) await settleInboxTask(em, { taskId: task.id });
        const at = await now();
        for (const task of (await rows()).tasks)
          expect(
            task.status === "SNOOZED" && task.snoozedUntil !== null && task.snoozedUntil < at,
          ).toBe(false);
        return;
      }
      case "SWEEP":
        await rescoreTasks(em, { except: [] });
        requireOnTime(await rows(), {
          now: await now(),
          clientStatus: inbox.isPaused ? "PAUSED" : "ACTIVE",
        });
        await requireCounted(em, workspaceId);
        return;
      case "PAUSE":
      case "RESUME":
        if (inbox.isPaused === (command.kind === "PAUSE")) return;
        inbox.isPaused = command.kind === "PAUSE";
        await move(command.kind);
    }
  }

  async function move(act: "PAUSE" | "RESUME" | "END"): Promise<void> {
    const by = {
      workspaceId,
      relationshipId,
      byUserId: coachUserId,
      reason: null,
      requestId: null,
    };
    await transact(em, (tx) => moveRelationship(tx, { ...by, act }, hooks.relationships));
  }

  async function skip(which: number, reason: "PAIN_OR_INJURY" | "CONFUSED"): Promise<void> {
    const tasks = [agenda.habit, agenda.meal, agenda.supplement];
    const { id: taskId = "" } = tasks[which % tasks.length] ?? {};
    const operation = queued("quick-log.skip", { taskId, reason });
    const { results } = await submit(deps, scope, [operation]);
    await settleAll(settlement, { deviceId: scope.deviceId });
    if (verdictsOf(results)[0] !== "ACCEPTED") return;
    skips.push(operation);
    const isPain = reason === "PAIN_OR_INJURY";
    const key = String(results[0]?.receiptId);
    const severity = isPain ? ("URGENT" as const) : ("HIGH" as const);
    truth.add({ key, isPain, severity, acceptedAt: madeAt(key), conversationId: null });
  }

  async function withdraw(which: number): Promise<void> {
    const skipped = skips[which % Math.max(1, skips.length)];
    if (skipped === undefined) return;
    const { taskId } = skipped.payload;
    const undo = queued("quick-log.undo", {
      taskId,
      undoesClientOperationId: skipped.clientOperationId,
    });
    const replayed = await submit(deps, scope, [skipped]);
    const { results } = await submit(deps, scope, [undo]);
    await settleAll(settlement, { deviceId: scope.deviceId });
    if (verdictsOf(results)[0] === "ACCEPTED")
      truth.withdraw(String(replayed.results[0]?.receiptId));
  }

  async function end(): Promise<void> {
    await requireHistories(em, await rows());
    await scan();
    requireConsumed(await rows(), truth);
    await move("END");
    const statuses = (await rows()).tasks.map(({ status }) => status);
    expect(statuses.filter((status) => status !== "ARCHIVED")).toEqual([]);
    await scan();
    expect((await rows()).tasks).toHaveLength(statuses.length);
  }

  return { step, rows, end };
}

/** When a receipt was made; its id contains the millisecond. */
function madeAt(receiptId: string): Date {
  return new Date(Number.parseInt(receiptId.slice(0, 8) + receiptId.slice(9, 13), 16));
}

import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { actorWaker } from "../../../activities/outbox/wake-actor.ts";
import type { PublishedEvent } from "../../../activities/outbox/deliver-to-feed.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { openTemporalClient } from "../../../workers/outside/open-temporal-client.ts";
import type { AgendaView } from "../../../workflows/actor-state.ts";
import { startRelay, startWorker } from "../../factories/workers/actors.ts";
import { eventually } from "../../factories/eventually.ts";
import { setClock } from "../../factories/set-clock.ts";
import { settlementDeps } from "../../factories/sync/settlement.ts";
import { admissionDeps, buildScope, submit } from "../../factories/sync/sync.ts";
import { wholeHistory } from "../../factories/workers/whole-history.ts";
import {
  conflictsOf,
  type RefusedDraft,
  refusedDraft,
} from "../../factories/workouts/workout-conflicts.ts";
import { squats } from "../../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { openOwnTemporal } from "../../harness/own-temporal.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em);
const temporal = await openOwnTemporal();
const client = openTemporalClient(temporal);
const settlement = settlementDeps(em);
const NEVER = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 };
const OFTEN = { everyMs: 200, lateBySeconds: 1, perSecond: 100 };

let taskQueue: string;
const published: PublishedEvent[] = [];
const stops: (() => Promise<void>)[] = [];
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
beforeEach(async () => {
  taskQueue = `test-${newId()}`;
  await setClock(files.ownerUrl, noon);
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await client.connection.close();
  await temporal.close();
  await database.close();
});

describe("the actor of a draft in conflict", () => {
  test("is woken for its conflict by its two-part id; its history and events contain nothing of the draft", async () => {
    const marker = "zzmarkerzz";
    const draft = await refused(marker);
    const { clientSessionId } = draft.draft;
    expect(JSON.stringify(await conflictsOf(em, clientSessionId))).toContain(marker);
    await work();
    relay();
    await waitsFor(draft, "CLIENT_REMINDER");
    const { typedSearchAttributes } = await client.workflow.getHandle(draft.actorId).describe();
    const shown = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(shown).toMatchObject({
      WorkspaceId: draft.scope.workspaceId,
      RelationshipId: draft.scope.relationshipId,
      ActorStatus: "WAITING",
    });
    const discard = draft.draft.op("workout.discard-session", { reason: marker });
    await submit(deps, draft.scope, [discard]);
    await waitsFor(draft, "NOTHING");
    const history = await wholeHistory(client, draft.actorId);
    expect(history).toContain("WorkoutSyncConflictRaised");
    expect(history).not.toContain(marker);
    const conflictEvents = await eventually(
      async () => published.filter(({ refs }) => refs["clientSessionId"] === clientSessionId),
      (events) => events.length === 2,
    );
    expect(conflictEvents.map(({ type }) => type)).toEqual([
      "WorkoutSyncConflictRaised",
      "WorkoutSyncConflictResolved",
    ]);
    expect(JSON.stringify(published)).not.toContain(marker);
  }, 120_000);

  test("after Temporal's data were deleted every waiting conflict waits again, and has its reminder", async () => {
    const drafts = [await refused(), await refused()];
    await work();
    relay();
    for (const draft of drafts) await waitsFor(draft, "CLIENT_REMINDER");
    await temporal.lose();
    await temporal.bringBack();
    await setClock(files.ownerUrl, new Date(noon.getTime() + 86_400_000));
    relay(OFTEN);
    for (const draft of drafts) await waitsFor(draft, "COACH_REMINDER");
  }, 120_000);
});

async function work() {
  stops.push(await startWorker({ ...temporal, settlement, taskQueue }));
}

function relay(sweep = NEVER) {
  const options = { ...temporal, settlement, sweep };
  stops.push(startRelay(options, actorWaker(client, taskQueue), published));
}

function waitsFor({ actorId }: RefusedDraft, wanted: AgendaView["waitingFor"]) {
  return eventually(
    () =>
      client.workflow
        .getHandle(actorId)
        .query<AgendaView>("agenda")
        .catch(() => null),
    (agenda) => agenda?.waitingFor === wanted,
  );
}

async function refused(note?: string) {
  return await refusedDraft(
    { em, deps },
    await buildScope(em),
    note === undefined ? undefined : [squats("one", 100, { setKey: note })],
  );
}

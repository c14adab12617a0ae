import { expect } from "@jest/globals";
import { pino } from "pino";
import { scanDays } from "../../../../activities/agenda/closing/scan-days.ts";
import { moveRelationship } from "../../../../activities/relationships/move-relationship.ts";
import { saveClientProfile } from "../../../../activities/relationships/save-client-profile.ts";
import { prepareFor } from "../../../../activities/workouts/deliver-to-workouts.ts";
import { saveClientProfileSchema } from "../../../../contract/relationships/client-profile-schema.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { clockNow, transact } from "../../../../db/platform/transactions/transact.ts";
import { hooks } from "../../../../workers/hooks.ts";
import { buildRelationship } from "../../accounts/identity.ts";
import { scanAllCalendars } from "../../agenda/scan-all-calendars.ts";
import { at } from "../../sync/model/terms.ts";
import { planActs, programContent } from "../../plans/plan-acts.ts";
import { buildDevice, submit } from "../../sync/sync.ts";
import { verdictOf } from "../../sync/verdicts.ts";
import { agreeOnBatch, expectAllAccountedFor, readGiven } from "./checks.ts";
import type { CoachsTurn, Command } from "./commands.ts";
import {
  beginDraft,
  type ModelPhone,
  type PhoneDraft,
  queueUp,
  takePackages,
  type Waiting,
  workoutIn,
} from "./phone.ts";
import type { Play, WorkoutStage } from "./play.ts";
import { createWorkoutReference } from "./reference.ts";

const log = pino({ level: "silent" });
const WAITING = new Set(["DAY_NOT_OPEN", "SCOPE_LOCKED"]);

/** Plays a history; fails at the first step after which product and reference disagree. */
export async function playWorkouts(
  stage: WorkoutStage,
  history: readonly Command[],
): Promise<void> {
  await stage.begin();
  const play = await openPlay(stage);
  for (const command of history) await step(play, command);
  for (const phone of play.phones) await sync(play, phone, false);
  await expectAllAccountedFor(play);
}

async function openPlay(stage: WorkoutStage): Promise<Play> {
  const { em } = stage;
  const pair = await buildRelationship(em, { timezone: "UTC" });
  const phones = await Promise.all(
    [newId(), newId()].map(async (installationId): Promise<ModelPhone> => {
      const deviceId = await buildDevice(em, pair.client.userId, installationId);
      return { deviceId, installationId, queue: [], drafts: [], packages: new Map(), seq: null };
    }),
  );
  const play: Play = {
    stage,
    pair,
    phones,
    reference: createWorkoutReference(),
    decided: new Map(),
    deviceIds: phones.map(({ deviceId }) => deviceId),
    program: null,
    contents: 0,
    hours: 0,
    isOver: false,
  };
  await coach(play, "SUPERSEDE");
  for (const phone of phones) await take(play, phone);
  return play;
}

/** The coach in the form that acts take. */
const ownerOf = ({
  pair: {
    workspaceId,
    relationshipId,
    coach: { userId },
  },
}: Play) => ({
  workspaceId,
  relationshipId,
  coachUserId: userId,
});

const nowOf = async ({ stage }: Play) => (await clockNow(stage.em.fork())).getTime();

async function step(play: Play, command: Command): Promise<void> {
  const { stage, phones } = play;
  switch (command.kind) {
    case "TAKE":
      return await take(play, at(phones, command.phone));
    case "SYNC":
      return await sync(play, at(phones, command.phone), command.isLost);
    case "COACH":
      return await coach(play, command.turn);
    case "ZONE":
      return await move(play, command.timezone);
    case "REGISTER": {
      const phone = at(phones, command.phone);
      const { userId } = play.pair.client;
      phone.deviceId = await buildDevice(stage.em, userId, phone.installationId);
      play.deviceIds.push(phone.deviceId);
      return;
    }
    case "LEAVE":
      return await leave(play);
    case "PASS":
      play.hours += command.hours;
      await stage.moveClock(play.hours);
      await scanAllCalendars(stage.em);
      await scanDays({ em: stage.em, log }, { after: null });
      return;
    default:
      return tap(at(phones, command.phone), command, await nowOf(play));
  }
}

type Tap = Extract<Command, { readonly which: number }>;
type TapOnDraft = Exclude<Tap, { readonly kind: "START" }>;

/** Taps on a phone without a connection. */
function tap(phone: ModelPhone, command: Tap, now: number): void {
  if (command.kind === "START") {
    const packages = [...phone.packages.values()];
    const metadata = packages[command.which % Math.max(1, packages.length)];
    if (metadata === undefined) return;
    const begun = beginDraft(workoutIn(metadata), now);
    phone.drafts.push(begun);
    return queueUp(phone, begun, { kind: "START", now });
  }
  const draft = phone.drafts[command.which % Math.max(1, phone.drafts.length)];
  if (draft !== undefined) tapOn(phone, draft, { command, now });
}

function tapOn(
  phone: ModelPhone,
  draft: PhoneDraft,
  { command, now }: { readonly command: TapOnDraft; readonly now: number },
): void {
  switch (command.kind) {
    case "LOG": {
      const named = command.weights.map((weight, place) => [`set-${place}`, weight] as const);
      // Operations after a submit change nothing: a phone that knows this adds no set.
      const sets = new Map(named.filter(([key]) => !draft.isFinished || draft.sets.has(key)));
      if (sets.size === 0) return;
      for (const [key, weight] of sets) draft.sets.set(key, weight);
      return queueUp(phone, draft, { kind: "SETS", sets, now });
    }
    case "FINISH":
      if (draft.sets.size === 0) return;
      draft.isFinished = true;
      return queueUp(phone, draft, { kind: "SUBMIT", sets: draft.sets, now });
    case "CORRECT": {
      const [key] = draft.sets.keys();
      if (key === undefined || !draft.isFinished) return;
      draft.sets.set(key, command.weight);
      const sets = new Map([[key, command.weight]]);
      return queueUp(phone, draft, { kind: "CORRECT", sets, now });
    }
    case "GIVE_UP":
      phone.drafts = phone.drafts.filter((one) => one !== draft);
      return queueUp(phone, draft, { kind: "DISCARD", now });
  }
}

/** Downloads the present offer, prepared as the consumer does, and checks the delta against the earlier packages. */
async function take({ stage: { em }, pair }: Play, phone: ModelPhone): Promise<void> {
  await prepareFor(em, [pair.relationshipId], null);
  const { startable, named } = await takePackages({ em, identity: pair.client.identity }, phone);
  expect(startable).toEqual(named);
}

/** Sends the queue, split into batches that end with each submit. If the answer is lost, the phone learns nothing. */
async function sync(play: Play, phone: ModelPhone, isLost: boolean): Promise<void> {
  const kept: Waiting[] = [];
  for (const batch of batchesOf(phone.queue)) {
    const verdicts = await send(play, phone, batch);
    const isKnown = (place: number) => !isLost && !WAITING.has(verdicts?.[place] ?? "DAY_NOT_OPEN");
    kept.push(...batch.filter((_, place) => !isKnown(place)));
  }
  phone.queue = kept;
}

function batchesOf(queue: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const batches: Waiting[][] = [[]];
  for (const waiting of queue) {
    batches.at(-1)?.push(waiting);
    if (waiting.operation.kind === "SUBMIT") batches.push([]);
  }
  return batches.filter(({ length }) => length > 0);
}

/** @returns verdicts, checked against the reference; null if the relationship has ended. */
async function send(
  play: Play,
  { deviceId }: ModelPhone,
  batch: readonly Waiting[],
): Promise<readonly string[] | null> {
  const { stage, pair, reference, decided } = play;
  const { relationshipId, client } = pair;
  const given = await readGiven(play);
  const from = { relationshipId, deviceId, clientUserId: client.userId };
  const wires = batch.map(({ wire }) => wire);
  const answer = submit(stage.admission, from, wires);
  if (play.isOver) {
    await expect(answer).rejects.toMatchObject({ code: "NOT_FOUND" });
    return null;
  }
  const verdicts = (await answer).results.map(verdictOf);
  const wanted = batch.map(({ wire: { clientOperationId: id }, operation }) => {
    const known = decided.get(id);
    if (known !== undefined) return known === "ACCEPTED" ? "ALREADY_ACCEPTED" : known;
    const verdict = reference.judge(operation, given);
    if (!WAITING.has(verdict)) decided.set(id, verdict);
    return verdict;
  });
  expect(verdicts).toEqual(wanted);
  await agreeOnBatch(play, given);
  return verdicts;
}

/** An act that is not possible now is refused, and has no effect. */
async function coach(play: Play, turn: CoachsTurn): Promise<void> {
  const acts = planActs(play.stage.em);
  const owner = ownerOf(play);
  const fresh = () => programContent(6, `Program ${(play.contents += 1)}`);
  try {
    if (play.program === null) {
      if (turn === "SUPERSEDE" || turn === "STOP") play.program = await acts.give(owner, fresh());
      return;
    }
    const { planId, assignmentId } = play.program;
    switch (turn) {
      case "PUBLISH":
        await acts.publish(owner, planId, fresh());
        return await acts.spread();
      case "PAUSE":
        return void (await acts.pause(owner, assignmentId));
      case "RESUME":
        return void (await acts.resume(owner, assignmentId));
      case "END":
        await acts.end(owner, assignmentId);
        play.program = null;
        return;
      default: {
        const next = await acts.make(owner, fresh());
        const { successor } = await acts.supersede(owner, assignmentId, next, turn === "STOP");
        play.program = { planId: next, assignmentId: successor.id };
      }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function move({ stage, pair }: Play, timezone: string): Promise<void> {
  const profile = saveClientProfileSchema.parse({ displayName: "Ana", timezone, locale: "en" });
  const saving = { userId: pair.client.userId, profile, requestId: null };
  await transact(stage.em, (tx) => saveClientProfile(tx, saving, hooks.relationships));
}

async function leave(play: Play): Promise<void> {
  const { workspaceId, relationshipId, coachUserId: byUserId } = ownerOf(play);
  const end = { act: "END", reason: null, requestId: null, workspaceId, relationshipId } as const;
  await transact(play.stage.em, (tx) =>
    moveRelationship(tx, { ...end, byUserId }, hooks.relationships),
  );
  play.isOver = true;
}

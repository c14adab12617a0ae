import { settleDevice } from "../../../../activities/sync/settlement/settle-device.ts";
import { settleOf } from "../settlement.ts";
import { expect } from "@jest/globals";
import { moveRelationship } from "../../../../activities/relationships/move-relationship.ts";
import { revokeDevice } from "../../../../activities/sync/devices/revoke-device.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { findScopeSnapshot } from "../../../../db/sync/scope/queries.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import { agree, type Play, verdictsAt } from "./agree.ts";
import type { Command } from "./commands.ts";
import { operationOf } from "./operations.ts";
import { at, type ModelOperation } from "./terms.ts";
import { PHONES, registerAgain, type Stage } from "./world.ts";
import { submit } from "../sync.ts";
import { createSyncModel } from "./sync-model.ts";
import { hooks } from "../../../../workers/hooks.ts";

/** Plays a history; fails at the first step after which product and reference disagree. */
export async function playHistory(stage: Stage, history: readonly Command[]): Promise<void> {
  stage.rule.broken = false;
  await stage.moveClock(0);
  const coachs = PHONES.flatMap(({ actor }, index) => (actor === "COACH" ? [index] : []));
  const play: Play = {
    stage,
    world: await stage.open(),
    model: createSyncModel({ phones: PHONES.length, coachs }),
    sent: PHONES.map(() => []),
    unheard: new Map(),
    cursors: new Map(),
    chains: new Map(),
    answers: new Map(),
    count: 0,
  };
  for (const command of history) await step(play, command);
}

async function step(play: Play, command: Command): Promise<void> {
  const { stage, model, world } = play;
  switch (command.kind) {
    case "SUBMIT":
      return await submitBatch(play, command);
    case "REGISTER":
      model.register(command.phone);
      await registerAgain(stage.em, at(world.phones, command.phone));
      return await agree(play);
    case "REVOKE": {
      const { userId, deviceIds } = at(world.phones, command.phone);
      model.newestOf(command.phone).active = false;
      const revoke = { userId, deviceId: deviceIds.at(-1) ?? "", requestId: "model" };
      await transact(stage.em, (tx) => revokeDevice(tx, revoke));
      return await agree(play);
    }
    case "SETTLE":
      return await settle(play, command.phone);
    case "READ":
      return await read(play, command);
    case "MOVE":
      return await move(play, command);
    case "BREAK":
    case "MEND":
      stage.rule.broken = command.kind === "BREAK";
      model.state.broken = stage.rule.broken;
      return;
    case "WAIT":
      model.state.now += command.seconds;
      return await stage.moveClock(model.state.now);
  }
}

type Submit = Extract<Command, { kind: "SUBMIT" }>;

async function submitBatch(play: Play, command: Submit): Promise<void> {
  const { model, stage, world } = play;
  const { phone } = command;
  const reach = at(PHONES, phone).scopes;
  const scope = at<number>(reach, command.scope % reach.length);
  const operations = batchOf(play, { ...command, scope });
  const { deviceIds, userId, actor } = at(world.phones, phone);
  const devices = at(model.phones, phone);
  const which = command.late ? Math.max(0, devices.length - 2) : devices.length - 1;
  const sending = { phone, scope, device: at(devices, which) };
  const from = {
    relationshipId: at(world.scopes, scope).relationshipId,
    deviceId: at(deviceIds, which),
    clientUserId: userId,
  };
  const surface = actor === "COACH" ? ("COACH_MOBILE" as const) : ("CLIENT_MOBILE" as const);
  const wires = operations.map(({ wire }) => wire);
  const outcomes = await Promise.all(
    Array.from({ length: command.atOnce }, (_, index) => {
      const deps = at(stage.connections, (command.connection + index) % stage.connections.length);
      return refusalOr(submit(deps, from, wires, { actor, surface }));
    }),
  );
  const expected = Array.from({ length: command.atOnce }, () => model.submit(sending, operations));
  await agree(play);
  const found = outcomes.map((outcome) => {
    if (typeof outcome === "string") return outcome;
    return outcome.results.map((result) => verdictsAt(play, { phone, scope }, result));
  });
  expect(found.map(textOf).toSorted()).toEqual(expected.map(textOf).toSorted());
}

const textOf = (value: unknown) => JSON.stringify(value);

function batchOf(play: Play, command: Submit): ModelOperation[] {
  const { phone, scope, drafts, again, reversed, lost } = command;
  const before = at(play.sent, phone).filter((sent) => sent.scope === scope);
  const place = `${phone}/${scope}`;
  const unheard = play.unheard.get(place) ?? [];
  const repeated = again.flatMap((pick) => before.at(pick % Math.max(1, before.length)) ?? []);
  const fresh = drafts.map((draft) => operationOf(play, draft, { before, scope }));
  const batch = [...unheard, ...repeated.map(({ operation }) => operation), ...fresh].slice(-20);
  for (const operation of fresh) at(play.sent, phone).push({ scope, operation });
  play.unheard.set(place, lost ? [...unheard, ...fresh].slice(-12) : []);
  return reversed ? batch.toReversed() : batch;
}

async function settle(play: Play, only: number | null): Promise<void> {
  const { stage, model, world } = play;
  for (const [phone, { deviceIds }] of world.phones.entries()) {
    if (only !== null && only !== phone) continue;
    for (const deviceId of deviceIds) await settleWhole(stage, deviceId);
    model.settle(phone);
  }
  await agree(play);
}

async function settleWhole({ settlement }: Stage, deviceId: string): Promise<void> {
  for (let calls = 0; calls < 10; calls += 1) {
    await settleOf(settlement, deviceId);
    const { dueInMs } = await settleDevice(settlement, { deviceId });
    await settleOf(settlement, deviceId);
    if (dueInMs === null || dueInMs > 0) return;
  }
}

async function read(play: Play, command: Extract<Command, { kind: "READ" }>): Promise<void> {
  const { stage, model, world, cursors } = play;
  const reach = at(PHONES, command.phone).scopes;
  const scope = at<number>(reach, command.scope % reach.length);
  const { relationshipId, waterId } = at(world.scopes, scope);
  const place = `${command.phone}/${scope}`;
  const since = cursors.get(place) ?? 0;
  const deviceId = at(world.phones, command.phone).deviceIds.at(-1) ?? "";
  const request = { relationshipId, deviceId, sinceSeq: since, receiptLimit: 50 };
  const snapshot = await findScopeSnapshot(stage.em.fork(), request);
  const { changes } = at(model.scopes, scope);
  const ids = { task: waterId, scope: relationshipId };
  expect(new Set(snapshot?.changes.map(({ id }) => id))).toEqual(
    new Set(changes.slice(since).flatMap((kind) => (kind === "day" ? [] : [ids[kind]]))),
  );
  expect(snapshot?.seq).toBe(changes.length);
  const own = model
    .newestOf(command.phone)
    .receipts.filter(({ key }) => key.startsWith(`${place}/`));
  expect(snapshot?.receipts.map(({ status }) => status === "ACCEPTED")).toEqual(
    own
      .slice(-50)
      .toReversed()
      .map(({ status }) => status === "ACCEPTED"),
  );
  cursors.set(place, changes.length);
}

async function move(play: Play, command: Extract<Command, { kind: "MOVE" }>): Promise<void> {
  const { relationshipId, workspaceId, coachUserId } = at(play.world.scopes, command.scope);
  const who = { relationshipId, workspaceId, byUserId: coachUserId };
  const more = { act: command.act, reason: null, requestId: "model" };
  const outcome = await refusalOr(
    transact(play.stage.em, (tx) => moveRelationship(tx, { ...who, ...more }, hooks.relationships)),
  );
  const expected = play.model.move(command.scope, command.act);
  expect(typeof outcome === "string" ? outcome : null).toBe(expected);
  await agree(play);
}

async function refusalOr<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

import type { Client } from "@temporalio/client";
import { deviceActorId } from "../../../../rules/sync/device-actor-id.ts";
import type { TestApi } from "../../../harness/api.ts";
import { KILL_LANES, type KillStack } from "../../../harness/kill-stack.ts";
import { eventually } from "../../eventually.ts";
import type { Gate } from "../../db/gated-way.ts";
import { aDeviceEvent, emitEvents } from "../../outbox/outbox-rows.ts";
import {
  batchesOf,
  openDeafWay,
  reachedAt,
  type Sender,
  sendUntilAnswered,
  wakeRowsOf,
} from "./killed-batch.ts";
import { laneIdOf } from "../lane-of.ts";
import { send } from "../phone.ts";

/** A moment in the life of a batch at which a part is killed. */
export interface Boundary {
  readonly name: string;
  /** Whether the batch is committed at that moment and cannot be rolled back. */
  readonly isCommitted: boolean;
  /** Takes the sender's batch to that moment. */
  reach(sender: Sender): Promise<Reached>;
}

/** A batch at its boundary, or about to reach it. */
export interface Reached {
  readonly isThere: () => boolean;
  /** Remaining work once the killed part is back. */
  readonly after?: () => Promise<void>;
}

/** The stack in which batches are sent and blocked. */
export interface KillGround {
  readonly stack: KillStack;
  /** An API of the test's own process, never killed, with its own link to the database. */
  readonly direct: TestApi;
  readonly temporal: Client;
}

/** The statements of one batch, from the first lock of each transaction to its COMMIT. */
export interface RecordedStatements {
  readonly admission: readonly string[];
  /** Run by its lane. */
  readonly settlement: readonly string[];
  /** Run by its device's actor, which an event wakes afterwards. */
  readonly actor: readonly string[];
}

/** A transaction, its process, and the statement that takes its first lock. */
const TRANSACTIONS = {
  admission: {
    holder: "api",
    lock: /for no key update of lineage, scope, device/,
    aboutOf: ({ phone }: Sender) => phone.deviceId,
  },
  settlement: {
    holder: "worker",
    lock: /from "relationship_scope"[^]*for no key update skip locked/,
    aboutOf: ({ phone }: Sender) => phone.relationshipId,
  },
  actor: {
    holder: "worker",
    lock: /for no key update of lineage, device/,
    aboutOf: ({ phone }: Sender) => phone.deviceId,
  },
} as const;
const ANY = /^/;
const DUE_LANES = /"waitsUntil"/;
const DUE_BATCHES = /^select due\.id as "batchId"/;
const LEASE = /^with due as/;
const DELETE = /^delete from "outbox"/;
const NOW_THERE = { isThere: () => true };

/** Records the statements of one batch of this sender, from the first lock to the last COMMIT. */
export async function recordStatements(
  { stack, direct }: KillGround,
  sender: Sender,
): Promise<RecordedStatements> {
  const record = (what: keyof RecordedStatements) => {
    const { holder, lock, aboutOf } = TRANSACTIONS[what];
    return stack.ways[holder].record({ anchor: lock, about: aboutOf(sender) });
  };
  const [admission, settlement, actor] = [
    record("admission"),
    record("settlement"),
    record("actor"),
  ];
  await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
  await wakeDevice(direct, sender);
  return { admission: await admission, settlement: await settlement, actor: await actor };
}

/** Every boundary, in order: from the arrival of a request until its device's actor, woken afterwards, has settled. */
export function listBoundaries(
  ground: KillGround,
  { admission, settlement, actor }: RecordedStatements,
): readonly Boundary[] {
  return [
    gated(ground, "api", {
      name: "batch received",
      gate: ({ phone }) => at(ANY, phone.pair.client.identity.subject),
    }),
    ...statements(ground, "admission", admission),
    answerUnderWay(ground),
    laneFound(ground),
    laneUnderWay(ground),
    {
      ...gated(ground, "worker", { name: "lane woken", gate: () => at(DUE_BATCHES, "") }),
    },
    ...statements(ground, "settlement", settlement),
    timerRunning(ground),
    rowClaimed(ground),
    signalUnderWay(ground),
    signalSent(ground),
    ...statements(ground, "actor", actor),
  ];
}

/** Support asks for a retry of the sender's device, which has nothing to retry. */
const wakeDevice = ({ deps }: TestApi, { phone }: Sender) =>
  emitEvents(deps.database, [aDeviceEvent(phone.deviceId)]);

const at = (anchor: RegExp, about: string, more: Partial<Gate> = {}): Gate => ({
  anchor,
  about,
  offset: 0,
  side: "BEFORE",
  ...more,
});

/** Sends, and wakes the device's actor once the batch is committed. */
async function sendAndWake({ stack, direct }: KillGround, sender: Sender): Promise<void> {
  await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
  await wakeDevice(direct, sender);
}

/** Sends without waiting for an answer, which may never come. */
function sendOff({ stack, direct }: KillGround, { phone, batch }: Sender, url = stack.apiUrl) {
  void send(reachedAt(direct, url), phone, batch).catch(() => null);
}

/** The boundary at a statement where a process is blocked. */
function gated(
  ground: KillGround,
  holder: "api" | "worker",
  { name, gate, isCommitted = holder === "worker", isOfActor = false }: GatedPlace,
): Boundary {
  return {
    name,
    isCommitted,
    reach: async (sender) => {
      const { isBlocked } = ground.stack.ways[holder].block(gate(sender));
      if (isOfActor) await sendAndWake(ground, sender);
      else sendOff(ground, sender);
      return { isThere: isBlocked };
    },
  };
}

interface GatedPlace {
  readonly name: string;
  readonly isCommitted?: boolean;
  /** Whether the device's actor gets there, and must be woken. */
  readonly isOfActor?: boolean;
  readonly gate: (sender: Sender) => Gate;
}

/** Boundaries before each statement of a transaction, and after its COMMIT before the process has the answer. */
function statements(
  ground: KillGround,
  what: keyof RecordedStatements,
  texts: readonly string[],
): Boundary[] {
  const { holder, lock, aboutOf } = TRANSACTIONS[what];
  const last = texts.length - 1;
  const isOfActor = what === "actor";
  const places = texts.map((text, offset) =>
    gated(ground, holder, {
      name: `${what}, before ${offset + 1} of ${texts.length}: ${nameOf(text)}`,
      // A transaction is recognised by its lock statement; `offset` counts statements from there.
      gate: (sender) => at(lock, aboutOf(sender), { offset }),
      isOfActor,
    }),
  );
  return [
    ...places,
    gated(ground, holder, {
      name: `${what}, committed, nobody knows`,
      isCommitted: true,
      gate: (sender) => at(lock, aboutOf(sender), { offset: last, side: "AFTER" }),
      isOfActor,
    }),
  ];
}

/** Names a statement by its verb and tables. */
function nameOf(text: string): string {
  if (Object.values(TRANSACTIONS).some(({ lock }) => lock.test(text))) return "lock";
  const plain = text.replaceAll(/\s+/g, " ");
  const writes = plain.matchAll(/(?<!key )\b(insert into|update|delete from) "?(?!set\b)(\w+)/gi);
  const [first, ...others] = new Set([...writes].map(([, verb, table]) => `${verb} ${table}`));
  if (first !== undefined)
    return others.length === 0 ? first : `${first} and ${others.length} more`;
  const [, table] = /\bfrom "?(\w+)/i.exec(plain) ?? [];
  return table === undefined ? plain.slice(0, 40) : `read ${table}`;
}

function answerUnderWay(ground: KillGround): Boundary {
  return {
    name: "answer under way",
    isCommitted: true,
    reach: async (sender) => {
      const way = await openDeafWay(ground.stack.apiUrl);
      sendOff(ground, sender, way.url);
      return { isThere: way.isAnswered, after: way.close };
    },
  };
}

/** The relay has found that a lane has a due batch, and has not woken it yet. */
function laneFound(ground: KillGround): Boundary {
  return {
    name: "lane found due",
    isCommitted: true,
    reach: async (sender) => ({ isThere: await blockRelayWithDueLane(ground, sender) }),
  };
}

/** The relay wakes the lane, and Temporal's confirmation is missing. */
function laneUnderWay(ground: KillGround): Boundary {
  const { stack } = ground;
  return {
    name: "lane's wake-up under way",
    isCommitted: true,
    reach: async (sender) => {
      const isBlocked = await blockRelayWithDueLane(ground, sender);
      await eventually(
        async () => isBlocked(),
        (blocked) => blocked,
      );
      stack.freeze("temporal");
      stack.ways.relay.open();
      return NOW_THERE;
    },
  };
}

/** Lets the relay poll the lanes once the batch is admitted, and blocks it when it has the answer. */
async function blockRelayWithDueLane({ stack, direct }: KillGround, sender: Sender) {
  stack.freeze("relay");
  await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
  const { isBlocked } = stack.ways.relay.block(at(DUE_LANES, "", { side: "AFTER" }));
  stack.thaw("relay");
  return isBlocked;
}

/** Takes a batch to its settlement, freezes a part, and has the device's actor woken. */
async function wakeWithout(
  ground: KillGround,
  sender: Sender,
  frozen: "relay" | "temporal",
): Promise<void> {
  const { stack, direct } = ground;
  await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
  await eventually(
    () => batchesOf(direct, sender.phone),
    (batches) => batches.some(({ isSettled }) => isSettled),
  );
  stack.freeze(frozen);
  await wakeDevice(direct, sender);
}

const untilLeased = ({ direct }: KillGround, { phone }: Sender) =>
  eventually(
    () => wakeRowsOf(direct, phone),
    (rows) => rows.some(({ isLeased }) => isLeased),
  );

/** The relay's lease is committed, and the relay does not know it yet. */
function rowClaimed(ground: KillGround): Boundary {
  const { stack } = ground;
  return {
    name: "outbox row claimed",
    isCommitted: true,
    reach: async (sender) => {
      await wakeWithout(ground, sender, "relay");
      const lease = at(LEASE, "device-actor", { offset: 1, side: "AFTER" });
      const { isBlocked } = stack.ways.relay.block(lease);
      stack.thaw("relay");
      await untilLeased(ground, sender);
      return { isThere: isBlocked };
    },
  };
}

/** The relay wakes the device's actor, and Temporal's confirmation is missing. */
function signalUnderWay(ground: KillGround): Boundary {
  return {
    name: "signal under way",
    isCommitted: true,
    reach: async (sender) => {
      await wakeWithout(ground, sender, "temporal");
      await untilLeased(ground, sender);
      return NOW_THERE;
    },
  };
}

/** The device's actor was woken and has settled already, and its outbox row still exists. */
function signalSent(ground: KillGround): Boundary {
  const { stack, direct, temporal } = ground;
  return {
    name: "signal sent, outbox row still there",
    isCommitted: true,
    reach: async (sender) => {
      const { phone } = sender;
      await wakeWithout(ground, sender, "relay");
      const [row] = await wakeRowsOf(direct, phone);
      const { isBlocked } = stack.ways.relay.block(at(DELETE, row?.id ?? "none"));
      stack.thaw("relay");
      await eventually(
        () => phaseOf(temporal, deviceActorId(phone.deviceId)),
        (phase) => phase === "IDLE",
      );
      return { isThere: isBlocked };
    },
  };
}

/** While it exists no batch of the relationship can be settled, and its lane waits to retry. */
const breakFor = (relationshipId: string) => `
  create or replace function break_days() returns trigger language plpgsql
    as $$ begin raise exception 'planted'; end $$;
  create or replace trigger broken before insert or update on agenda_day
    for each row when (new.relationship_id = '${relationshipId}')
    execute function break_days()`;
const REPAIR = "drop trigger broken on agenda_day";

function timerRunning({ stack, direct, temporal }: KillGround): Boundary {
  return {
    name: "timer running",
    isCommitted: true,
    reach: async (sender) => {
      const { phone } = sender;
      await stack.asOwner(breakFor(phone.relationshipId));
      await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
      await eventually(
        () => batchesOf(direct, phone),
        (batches) => batches.some(({ attempts }) => attempts > 0),
      );
      await eventually(
        () => phaseOf(temporal, laneIdOf(phone, KILL_LANES)),
        (phase) => phase === "WAITING",
      );
      return { ...NOW_THERE, after: () => stack.asOwner(REPAIR) };
    },
  };
}

async function phaseOf(temporal: Client, workflowId: string): Promise<string> {
  return (await temporal.workflow.getHandle(workflowId).query<{ phase: string }>("state")).phase;
}

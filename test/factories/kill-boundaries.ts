import type { Client } from "@temporalio/client";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { TestApi } from "../harness/api.ts";
import type { KillStack, Victim } from "../harness/kill-stack.ts";
import { eventually } from "./eventually.ts";
import type { Gate } from "./gated-way.ts";
import {
  batchesOf,
  openDeafWay,
  reachedAt,
  type Sender,
  sendUntilAnswered,
  wakeRowsOf,
} from "./killed-batch.ts";
import { send } from "./phone.ts";

/** A moment on the way of a batch at which something is killed. */
export interface Boundary {
  readonly name: string;
  /** Who dies there most naturally. */
  readonly natural: Victim;
  /** Whether the batch is admitted there, and cannot be undone any more. */
  readonly isCommitted: boolean;
  /** One kill is for all the batches that stand at such boundaries at the same time. */
  readonly isShared: boolean;
  /** Brings the sender's batch there. */
  reach(sender: Sender): Promise<Reached>;
}

/** A batch that stands, or is about to stand, at its boundary. */
export interface Reached {
  readonly isThere: () => boolean;
  /** What is left to do once the killed part is back. */
  readonly after?: () => Promise<void>;
}

/** Where batches are sent and held up. */
export interface KillGround {
  readonly stack: KillStack;
  /** An API of the test's own process, never killed, and its last-seen time of the database. */
  readonly direct: TestApi;
  readonly temporal: Client;
}

/** The statements of one batch, from its locks to the COMMIT. */
export interface RecordedStatements {
  readonly admission: readonly string[];
  readonly settlement: readonly string[];
}

/** The statement by which an admission and a settlement begin to own what they write. */
const LOCKS = "for no key update of lineage, scope, device";
const LOCK = new RegExp(LOCKS);
const ANY = /^/;
const LOOK = /^with oldest as/;
const LEASE = /^with due as/;
const DELETE = /^delete from outbox/;
const NOW_THERE = { isThere: () => true };

/** Records what one batch of this sender runs, from the first lock to the end of its settlement. */
export async function recordStatements(
  { stack, direct }: KillGround,
  sender: Sender,
): Promise<RecordedStatements> {
  const at = { anchor: LOCK, about: sender.phone.deviceId };
  const [admission, settlement] = [stack.ways.api.record(at), stack.ways.worker.record(at)];
  await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
  return { admission: await admission, settlement: await settlement };
}

/** Every boundary between a request that arrives and its batch being SETTLED, in this order. */
export function listBoundaries(
  ground: KillGround,
  { admission, settlement }: RecordedStatements,
): readonly Boundary[] {
  return [
    gated(ground, "api", {
      name: "batch received",
      gate: ({ phone }) => at(ANY, phone.pair.client.identity.subject),
    }),
    ...statements(ground, "admission", admission),
    answerUnderWay(ground),
    rowClaimed(ground),
    signalUnderWay(ground),
    signalSent(ground),
    gated(ground, "worker", {
      name: "actor woken",
      gate: ({ phone }) => at(LOOK, phone.deviceId),
    }),
    ...statements(ground, "settlement", settlement),
    timerRunning(ground),
  ];
}

const at = (anchor: RegExp, about: string, more: Partial<Gate> = {}): Gate => ({
  anchor,
  about,
  offset: 0,
  side: "BEFORE",
  ...more,
});

/** Sends without waiting for an answer, which may never come. */
function sendOff({ stack, direct }: KillGround, { phone, batch }: Sender, url = stack.apiUrl) {
  void send(reachedAt(direct, url), phone, batch).catch(() => null);
}

/** A statement of a process at which it is held up. */
function gated(
  ground: KillGround,
  holder: "api" | "worker",
  { name, gate, natural = holder, isCommitted = holder === "worker" }: GatedPlace,
): Boundary {
  return {
    name,
    natural,
    isCommitted,
    isShared: true,
    reach: async (sender) => {
      const { isHeld } = ground.stack.ways[holder].hold(gate(sender));
      sendOff(ground, sender);
      return { isThere: isHeld };
    },
  };
}

interface GatedPlace {
  readonly name: string;
  readonly natural?: Victim;
  readonly isCommitted?: boolean;
  readonly gate: (sender: Sender) => Gate;
}

/** Before each statement of a transaction, and after its COMMIT before anybody has heard of it. */
function statements(
  ground: KillGround,
  what: keyof RecordedStatements,
  texts: readonly string[],
): Boundary[] {
  const holder = what === "admission" ? "api" : "worker";
  const last = texts.length - 1;
  const places = texts.map((text, offset) =>
    gated(ground, holder, {
      name: `${what}, before ${offset + 1} of ${texts.length}: ${nameOf(text)}`,
      // What a transaction is worth when it ends, PostgreSQL decides.
      natural: offset === last ? "postgres" : holder,
      gate: ({ phone }) => at(LOCK, phone.deviceId, { offset }),
    }),
  );
  return [
    ...places,
    gated(ground, holder, {
      name: `${what}, committed, nobody knows`,
      natural: "postgres",
      isCommitted: true,
      gate: ({ phone }) => at(LOCK, phone.deviceId, { offset: last, side: "AFTER" }),
    }),
  ];
}

/** What a statement does to which tables. */
function nameOf(text: string): string {
  if (text.includes(LOCKS)) return "lock";
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
    natural: "api",
    isCommitted: true,
    isShared: true,
    reach: async (sender) => {
      const way = await openDeafWay(ground.stack.apiUrl);
      sendOff(ground, sender, way.url);
      return { isThere: way.isAnswered, after: way.close };
    },
  };
}

/** The relay's lease is committed, and the relay does not know yet. */
function rowClaimed(ground: KillGround): Boundary {
  const { stack, direct } = ground;
  return {
    name: "outbox row claimed",
    natural: "relay",
    isCommitted: true,
    isShared: false,
    reach: async (sender) => {
      stack.freeze("relay");
      await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
      const lease = at(LEASE, "device-actor", { offset: 1, side: "AFTER" });
      const { isHeld } = stack.ways.relay.hold(lease);
      stack.thaw("relay");
      await eventually(
        () => wakeRowsOf(direct, sender.phone),
        (rows) => rows.some(({ isLeased }) => isLeased),
      );
      return { isThere: isHeld };
    },
  };
}

/** The relay tells the actor, and Temporal does not say that it has heard. */
function signalUnderWay({ stack, direct }: KillGround): Boundary {
  return {
    name: "signal under way",
    natural: "temporal",
    isCommitted: true,
    isShared: false,
    reach: async (sender) => {
      stack.freeze("temporal");
      await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
      await eventually(
        () => wakeRowsOf(direct, sender.phone),
        (rows) => rows.some(({ isLeased }) => isLeased),
      );
      return NOW_THERE;
    },
  };
}

/** The actor was told and has settled already, and the row that says so is still there. */
function signalSent({ stack, direct }: KillGround): Boundary {
  return {
    name: "signal sent, outbox row still there",
    natural: "relay",
    isCommitted: true,
    isShared: false,
    reach: async (sender) => {
      const { phone } = sender;
      stack.freeze("relay");
      await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
      const [row] = await wakeRowsOf(direct, phone);
      const { isHeld } = stack.ways.relay.hold(at(DELETE, row?.id ?? "none"));
      stack.thaw("relay");
      await eventually(
        () => batchesOf(direct, phone),
        (batches) => batches.some(({ isSettled }) => isSettled),
      );
      return { isThere: isHeld };
    },
  };
}

/** As long as it stands no batch of the relationship can be settled, and its actor waits to try again. */
const breakFor = (relationshipId: string) => `
  create or replace function break_adherence() returns trigger language plpgsql
    as $$ begin raise exception 'planted'; end $$;
  create or replace trigger broken before insert on adherence_delta
    for each row when (new.relationship_id = '${relationshipId}')
    execute function break_adherence()`;
const REPAIR = "drop trigger broken on adherence_delta";

function timerRunning({ stack, direct, temporal }: KillGround): Boundary {
  const phaseOf = async (deviceId: string) =>
    (await temporal.workflow.getHandle(deviceActorId(deviceId)).query<{ phase: string }>("state"))
      .phase;
  return {
    name: "timer running",
    natural: "temporal",
    isCommitted: true,
    isShared: false,
    reach: async (sender) => {
      const { phone } = sender;
      await stack.asOwner(breakFor(phone.relationshipId));
      await sendUntilAnswered(reachedAt(direct, stack.apiUrl), sender);
      await eventually(
        () => batchesOf(direct, phone),
        (batches) => batches.some(({ attempts }) => attempts > 0),
      );
      await eventually(
        () => phaseOf(phone.deviceId),
        (phase) => phase === "WAITING",
      );
      return { ...NOW_THERE, after: () => stack.asOwner(REPAIR) };
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { openTemporalClient } from "../../workers/temporal-client.ts";
import { eventually } from "../factories/eventually.ts";
import {
  expectOnce,
  expectSettled,
  killedBatch,
  openDeafWay,
  reachedAt,
  sendUntilAnswered,
} from "../factories/killed-batch.ts";
import { buildPhone, type Phone, send } from "../factories/phone.ts";
import { startApi } from "../harness/api.ts";
import { isWholeProduct } from "../harness/campaign.ts";
import { openKillStack, type Victim, VICTIMS } from "../harness/kill-stack.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

/** The statement by which an admission and a settlement begin to own what they write. */
const LOCK = /for no key update of lineage, scope, device/;
const DELIVERED = /^delete from outbox/;
const HELD_WITHIN_MS = 30_000;
const LIMIT_MS = 120_000;

const issuer = await startTestIssuer();
const stack = await openKillStack(issuer.issuer);
const direct = await startApi({ issuer: issuer.issuer, database: stack.database });
const api = reachedAt(direct, stack.apiUrl);
const temporal = openTemporalClient({ address: stack.temporalAddress, namespace: "sideline" });
const outcomes: string[] = [];

afterAll(async () => {
  await temporal.connection.close();
  await direct.close();
  await stack.close();
  await issuer.close();
  if (isWholeProduct()) process.stdout.write(`${stack.kills()} kills\n${outcomes.join("\n")}\n`);
});

/** A moment at which something is killed. */
interface Boundary {
  readonly name: string;
  readonly natural: Victim;
  /** Brings a batch of the phone just there; then it may be killed, and `after` lets the rest go on. */
  reach(phone: Phone): Promise<{ after?: () => Promise<void> }>;
}

/** The statements of one batch, from the lock to the commit: its admission's, and its settlement's. */
async function recorded() {
  const phone = await buildPhone(direct, issuer);
  const [admission, settlement] = [stack.ways.api.record(LOCK), stack.ways.worker.record(LOCK)];
  await sendUntilAnswered(api, phone, killedBatch(phone));
  await expectSettled(direct, phone, 4);
  return { admission: await admission, settlement: await settlement };
}

const { admission, settlement } = await recorded();

const within = <T>(reached: Promise<T>): Promise<T> =>
  Promise.race([
    reached,
    sleep(HELD_WITHIN_MS, null, { ref: false }).then(() => {
      throw new Error("The boundary was not reached");
    }),
  ]);

/** Sends without waiting for an answer, which may never come. */
function sendOff(phone: Phone, url = stack.apiUrl): void {
  void send(reachedAt(direct, url), phone, batches(phone)).catch(() => null);
}

const kept = new Map<string, ReturnType<typeof killedBatch>>();
function batches(phone: Phone): ReturnType<typeof killedBatch> {
  const batch = kept.get(phone.deviceId) ?? killedBatch(phone);
  kept.set(phone.deviceId, batch);
  return batch;
}

const shortly = (statement: string) => statement.replaceAll(/\s+/g, " ").slice(0, 48);

function statementsOf(
  what: "admission" | "settlement",
  texts: readonly string[],
  process: "api" | "worker",
): Boundary[] {
  const held = (offset: number, side: "BEFORE" | "AFTER") => async (phone: Phone) => {
    const reached = stack.ways[process].hold({ anchor: LOCK, offset, side });
    sendOff(phone);
    await within(reached);
    return {};
  };
  const last = texts.length - 1;
  const before = texts.map((text, offset) => ({
    name: `${what}, before statement ${offset + 1} of ${texts.length}: ${shortly(text)}`,
    natural: offset === last - 1 ? ("postgres" as const) : process,
    reach: held(offset, "BEFORE"),
  }));
  return [
    ...before,
    { name: `${what}, committed, unheard`, natural: "postgres", reach: held(last, "AFTER") },
  ];
}

const boundaries: readonly Boundary[] = [
  {
    name: "batch received",
    natural: "api",
    reach: async (phone) => {
      stack.freeze("api");
      sendOff(phone);
      await sleep(200);
      return { after: async () => stack.thaw("api") };
    },
  },
  ...statementsOf("admission", admission, "api"),
  {
    name: "answer under way",
    natural: "api",
    reach: async (phone) => {
      const way = await openDeafWay(stack.apiUrl);
      sendOff(phone, way.url);
      await within(way.answered);
      return { after: way.close };
    },
  },
  {
    name: "outbox row claimed",
    natural: "relay",
    reach: async (phone) => {
      stack.freeze("temporal");
      sendOff(phone);
      await eventually(
        () => rowsOf(phone),
        (rows) => rows.some(({ leased }) => leased),
      );
      return { after: async () => stack.thaw("temporal") };
    },
  },
  {
    name: "signal sent",
    natural: "relay",
    reach: async (phone) => {
      const reached = stack.ways.relay.hold({ anchor: DELIVERED, offset: 0, side: "BEFORE" });
      sendOff(phone);
      await within(reached);
      await eventually(
        () => rowsOf(phone),
        (rows) => rows.length > 0 && rows.every(({ settled }) => settled),
      );
      return {};
    },
  },
  ...statementsOf("settlement", settlement, "worker"),
  {
    name: "timer running",
    natural: "temporal",
    reach: async (phone) => {
      await stack.asOwner(BROKEN);
      sendOff(phone);
      await eventually(
        () => rowsOf(phone),
        (rows) => rows.some(({ attempts }) => attempts > 0),
      );
      await eventually(
        () => phaseOf(phone),
        (phase) => phase === "WAITING",
      );
      return { after: () => stack.asOwner("drop trigger broken on adherence_delta") };
    },
  },
];

/** As long as it stands no batch can be settled, and its actor waits to try again. */
const BROKEN = `
  create or replace function break_adherence() returns trigger language plpgsql
    as $$ begin raise exception 'planted'; end $$;
  create trigger broken before insert on adherence_delta execute function break_adherence()`;

/** The batch of a phone, and whether somebody was told of it or is being told. */
async function rowsOf({ deviceId }: Phone) {
  const { rows } = await sql<{ settled: boolean; attempts: number; leased: boolean }>`
    select b.status = 'SETTLED' as settled, b.settle_attempts as attempts,
      coalesce(o.available_at > clock_now(), false) as leased
    from sync_batch b
    left join outbox o on o.event_id = b.id and o.consumer = 'device-actor'
    where b.device_id = ${deviceId}
  `.execute(direct.deps.database.em.fork().getKysely());
  return rows;
}

async function phaseOf({ deviceId }: Phone): Promise<string> {
  const handle = temporal.workflow.getHandle(deviceActorId(deviceId));
  return (await handle.query<{ phase: string }>("state")).phase;
}

/** What a killed relay had leased is due again after half a minute, by the product's clock. */
const passLease = () =>
  stack.asOwner("update clock_offset set shift = shift + interval '31 seconds'");

const cases = boundaries.flatMap((boundary) =>
  (isWholeProduct() ? VICTIMS : [boundary.natural]).map((victim) => ({ boundary, victim })),
);

describe("Whatever is killed, wherever: nothing is lost, doubled or stuck", () => {
  test.each(cases.map((entry) => [entry.victim, entry.boundary.name, entry] as const))(
    "%s: %s",
    async (victim, name, { boundary }) => {
      const phone = await buildPhone(direct, issuer);
      const { after } = await boundary.reach(phone);
      await stack.kill(victim);
      for (const way of Object.values(stack.ways)) way.open();
      await stack.mend();
      await after?.();
      await passLease();
      const batch = batches(phone);
      const answer = await sendUntilAnswered(api, phone, batch);
      await expectSettled(direct, phone, batch.length);
      await expectOnce(direct, phone, answer);
      expect((await sendUntilAnswered(api, phone, batch)).results).toEqual(
        answer.results.map((result) => ({ ...result, status: "ALREADY_ACCEPTED" })),
      );
      outcomes.push(`${victim}: ${name}: once, settled`);
    },
    LIMIT_MS,
  );
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { pino } from "pino";
import { scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { firstRow } from "../../db/platform/transactions/transact.ts";
import { dayOf, endDay } from "../factories/agenda/closing-day.ts";
import { type Draw, drawFrom } from "../factories/draw.ts";
import {
  type DurablePhone,
  durablePhone,
  makeOperation,
  sendAll,
  unheard,
} from "../factories/sync/durable-phone.ts";
import { eventually } from "../factories/eventually.ts";
import { buildPhone, otherToken, registeredDevice } from "../factories/sync/phone.ts";
import { recomputeDay } from "../factories/sync/receipts/recompute-day.ts";
import { checkReceipts } from "../factories/sync/receipts/recompute-receipts.ts";
import { strike } from "../factories/sync/kills/strike.ts";
import { startApi, type TestApi } from "../harness/api.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { type FaultStack, openFaultStack } from "../harness/fault-stack.ts";
import { startTestIssuer, type TestIssuer } from "../harness/test-issuer.ts";

const CLIENTS = 5;
const LIMIT_MS = 400_000;
/** Number of concurrent faults. */
const STRIKERS = 3;

const seed = campaignSeed();
const rounds = campaignSize("FAULT_ROUNDS", 1);
/** How long phones send while everything fails. */
const STRUCK_MS = 30_000;
const HEALED_WITHIN_MS = 60_000;

let issuer: TestIssuer;
let stack: FaultStack;
let direct: TestApi;

beforeAll(async () => {
  issuer = await startTestIssuer();
  stack = await openFaultStack(issuer.issuer);
  direct = await startApi({ issuer: issuer.issuer, database: stack.database });
}, LIMIT_MS);
afterAll(async () => {
  await stack.close();
  await direct.close();
  await issuer.close();
});

test.each(Array.from({ length: rounds }, (_, round) => ({ round, seed: seed + round })))(
  "round $round of seed $seed: whatever fails, nothing is lost, doubled or changed, and all is settled",
  async ({ round, seed: own }) => {
    const draw = drawFrom(own);
    const phones = await buildPhones(CLIENTS);
    // The days of every other client end and close meanwhile; a late operation wins or is reported.
    const closing = relationshipsOf(phones).filter((_, index) => index % 2 === 0);
    const [struck] = await Promise.all([play(phones, draw), closeMeanwhile(phones, closing, draw)]);
    const healedAt = performance.now();
    const complaints = await settle(phones, closing);
    const seconds = ((performance.now() - healedAt) / 1_000).toFixed(1);
    const made = phones.reduce((sum, phone) => sum + phone.made.length, 0);
    const story = `round ${round}, seed ${own}: ${made} operations, ${struck.length} faults, settled after ${seconds} s`;
    process.stdout.write(`${story}\n`);
    expect({ complaints, struck: complaints.length === 0 ? [] : struck }).toEqual({
      complaints: [],
      struck: [],
    });
    expect(made).toBeGreaterThan(CLIENTS);
  },
  LIMIT_MS,
);

test(
  "without faults nothing differs, and a change behind the product's back is noticed",
  async () => {
    const draw = drawFrom(seed);
    const phones = await buildPhones(1);
    for (const phone of phones) {
      for (let count = 0; count < 20; count += 1) makeOperation(phone, draw);
      await sendAll(phone, { urls: [direct.url], draw, over: () => unheard(phone).length === 0 });
    }
    expect(await settle(phones, [])).toEqual([]);
    // Now the day closes, and operations made earlier arrive late.
    for (const phone of phones)
      for (let count = 0; count < 10; count += 1) makeOperation(phone, draw);
    const closing = relationshipsOf(phones);
    await sleep(5);
    await endDays(phones, closing);
    await closeDue(closing);
    for (const phone of phones)
      await sendAll(phone, { urls: [direct.url], draw, over: () => unheard(phone).length === 0 });
    expect(await settle(phones, closing)).toEqual([]);
    const [phone] = phones;
    const [first] = phone?.made ?? [];
    if (phone === undefined || first === undefined) throw new Error("The phone has made nothing");
    phone.received.set(first.clientOperationId, {
      verdict: "REJECTED",
      receiptId: phone.phone.deviceId,
    });
    await direct.deps.database.em
      .fork()
      .nativeUpdate(AgendaTask, { id: phone.phone.agenda.water.id }, { revision: 1_000 });
    const { relationshipId } = phone.phone;
    await direct.deps.database.em
      .fork()
      .nativeUpdate(AgendaDay, { relationshipId }, { lateCount: 1_000 });
    expect(await settle(phones, closing)).toEqual([
      `${first.clientOperationId} is ACCEPTED, and was told REJECTED`,
      expect.stringMatching(/^Drink water: \{"revision":1000,.* in place of \{"revision":\d+,/),
      expect.stringMatching(/^late: 1000 in place of \d+$/),
    ]);
  },
  LIMIT_MS,
);

/** Two phones of each client, so that they conflict. */
async function buildPhones(clients: number): Promise<readonly DurablePhone[]> {
  const pairs = await Promise.all(
    Array.from({ length: clients }, async () => {
      const phone = await buildPhone(direct, issuer);
      const token = await otherToken(issuer, phone.pair.client, "CLIENT_MOBILE");
      const deviceId = await registeredDevice(direct, token);
      return [durablePhone(phone), durablePhone({ ...phone, token, deviceId })];
    }),
  );
  return pairs.flat();
}

/** Phones make and send operations for a while, while faults strike everything in sequence. */
async function play(phones: readonly DurablePhone[], draw: Draw): Promise<readonly string[]> {
  const struck: string[] = [];
  const endsAt = performance.now() + STRUCK_MS;
  const isOver = () => performance.now() > endsAt;
  const urls = stack.doors.map(({ port }) => `http://127.0.0.1:${port}`);
  const strikers = Array.from({ length: STRIKERS }, async () => {
    while (!isOver()) {
      struck.push(await strike(stack, draw));
      await sleep(draw.below(500));
    }
  });
  const making = phones.map(async (phone) => {
    while (!isOver()) {
      makeOperation(phone, draw);
      await sleep(50 + draw.below(400));
    }
  });
  const deadline = endsAt + HEALED_WITHIN_MS;
  const sending = phones.map((phone) =>
    sendAll(phone, {
      urls,
      draw,
      over: () => performance.now() > deadline || (isOver() && unheard(phone).length === 0),
    }),
  );
  await Promise.all([...strikers, ...making]);
  await Promise.all(sending);
  return struck;
}

const relationshipsOf = (phones: readonly DurablePhone[]) => [
  ...new Set(phones.map(({ phone }) => phone.relationshipId)),
];

/** Ends the days of relationships, and makes them due to close now. */
async function endDays(
  phones: readonly DurablePhone[],
  relationshipIds: readonly string[],
): Promise<void> {
  for (const relationshipId of relationshipIds) {
    const owner = phones.find(({ phone }) => phone.relationshipId === relationshipId)?.phone;
    if (owner !== undefined) await endDay(direct.deps.database.em, dayOf(owner));
  }
}

/** Closes the due days until those of these relationships are closed. */
async function closeDue(relationshipIds: readonly string[]): Promise<void> {
  const { em } = direct.deps.database;
  await eventually(
    async () => {
      await scanDays({ em, log: pino({ level: "silent" }) }, { after: null });
      return await em
        .fork()
        .count(AgendaDay, { relationshipId: { $in: relationshipIds }, closedAt: null });
    },
    (open) => open === 0,
    HEALED_WITHIN_MS,
  );
}

/** Ends days at a random moment; the processes without faults close them too. */
async function closeMeanwhile(
  phones: readonly DurablePhone[],
  relationshipIds: readonly string[],
  draw: Draw,
): Promise<void> {
  await sleep(draw.below(STRUCK_MS * 0.7));
  await endDays(phones, relationshipIds);
  await scanDays(
    { em: direct.deps.database.em, log: pino({ level: "silent" }) },
    { after: null },
  ).catch(() => undefined);
}

/** Waits until no work is left, and recomputes everything; the days of some must be closed. */
async function settle(
  phones: readonly DurablePhone[],
  closing: readonly string[],
): Promise<readonly string[]> {
  const relationshipIds = relationshipsOf(phones);
  await eventually(
    () => leftOf(relationshipIds),
    (left) => Object.values(left).every((count) => count === 0),
    HEALED_WITHIN_MS,
  );
  // Open operations delayed these days.
  const open = { relationshipId: { $in: closing }, closedAt: null };
  const openDays = await direct.deps.database.em.fork().find(AgendaDay, open);
  await endDays(
    phones,
    openDays.map(({ relationshipId }) => relationshipId),
  );
  await closeDue(closing);
  const checked = await Promise.all(
    phones.map(async (phone) => ({ phone, ...(await checkReceipts(direct, phone)) })),
  );
  const days = relationshipIds.map(async (relationshipId) => {
    const own = checked.filter(({ phone }) => phone.phone.relationshipId === relationshipId);
    const made = new Map(
      own.flatMap(({ phone }) =>
        phone.made.map((operation) => [operation.clientOperationId, operation]),
      ),
    );
    const accepted = own
      .flatMap(({ receipts }) => receipts)
      .filter(({ status }) => status === "ACCEPTED")
      .toSorted((one, other) => (String(one.receiptId) < String(other.receiptId) ? -1 : 1))
      .flatMap(({ clientOperationId }) => made.get(clientOperationId) ?? []);
    const [first] = own;
    if (first === undefined) return ["nobody is left"];
    return await recomputeDay(direct.deps.database.em, first.phone.phone, accepted);
  });
  return [
    ...phones.flatMap(({ complaints }) => complaints),
    ...phones.flatMap((phone) =>
      unheard(phone).map((each) => `${each.clientOperationId} got no final word`),
    ),
    ...checked.flatMap(({ faults }) => faults),
    ...(await Promise.all(days)).flat(),
  ];
}

/** Counts the open work of these relationships by kind. */
async function leftOf(relationshipIds: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from sync_batch
        where relationship_id = any(${relationshipIds}::uuid[]) and status <> 'SETTLED') as batches,
      (select count(*)::int from deferred_operation
        where relationship_id = any(${relationshipIds}::uuid[]) and state = 'OPEN') as deferred,
      (select count(*)::int from outbox
        where available_at < clock_now() + interval '1 minute') as told
  `.execute(direct.deps.database.em.fork().getKysely());
  return firstRow(rows);
}

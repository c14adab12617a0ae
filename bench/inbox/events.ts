import { randomUUID } from "node:crypto";
import { ms } from "../agenda/compare-with-sql.ts";
import { readersOf, readingInTurns } from "../agenda/readers.ts";
import { closedLoop, openLoop, quantile, type Send } from "../load.ts";
import { untilStarted } from "../stack/until-started.ts";
import { openMessenger } from "./open-messenger.ts";
import type { InboxReading } from "./pages.ts";

const CONNECTIONS = 8;
const READERS = 64;
const READS_PER_SECOND = 300;
/** Conversations that go on: one of three messages begins another and so opens a task. */
const KNOWN = 200;
const STRETCH_SECONDS = 5;
const QUIET_STRETCHES = 4;

/** Reports messages as fast as they are answered, alone and beside phones that read today at a fixed rate. */
export async function takeEvents(
  { stack, database, desk }: InboxReading,
  seconds: number,
): Promise<readonly string[]> {
  const reading = readingInTurns(stack, await readersOf(stack, database, READERS), {
    isUnchanged: false,
  });
  const read = async () =>
    (await openLoop(reading.send, { perSecond: READS_PER_SECOND, seconds: STRETCH_SECONDS }))
      .latencies;
  await read();
  const quiet: number[] = [];
  for (let count = 0; count < QUIET_STRETCHES; count += 1) quiet.push(...(await read()));
  const load = async () =>
    await reportFor(database, await messages({ stack, database, desk }), seconds);
  const alone = await load();
  const over = new AbortController();
  const loaded = load().finally(() => over.abort());
  const meanwhile: number[] = [];
  while (!over.signal.aborted) meanwhile.push(...(await read()));
  return [
    `alone: ${alone}`,
    `beside ${READS_PER_SECOND} reads/s: ${await loaded}; ${latencyText(quiet, meanwhile)}`,
  ];
}

/** Messages, a third of them in new conversations. */
async function messages({ stack, database, desk }: InboxReading): Promise<Send> {
  const { relationshipIds, report } = await openMessenger(stack, database, desk.workspaceId);
  const clientOf = (nth: number) => relationshipIds[nth % relationshipIds.length] ?? "";
  const known = Array.from({ length: KNOWN }, (_, nth) => [clientOf(nth), randomUUID()] as const);
  for (const [relationshipId, conversationId] of known)
    await report(relationshipId, conversationId);
  await untilStarted(database);
  let sent = 0;
  return async () => {
    sent += 1;
    const [relationshipId = "", conversationId = ""] = known[sent % KNOWN] ?? [];
    await report(relationshipId, sent % 3 === 0 ? randomUUID() : conversationId);
  };
}

/** The rate until the last workflow has started, and until the last event was stored. */
async function reportFor(
  database: InboxReading["database"],
  send: Send,
  seconds: number,
): Promise<string> {
  const { count, seconds: stored } = await closedLoop(send, { connections: CONNECTIONS, seconds });
  const startedLater = await untilStarted(database);
  const rates = [count / (stored + startedLater), count / stored].map((rate) => rate.toFixed(0));
  return (
    `${rates[0]} events/s until the last workflow has started, ${rates[1]} until the last row;` +
    ` the last started ${startedLater.toFixed(1)} s after it`
  );
}

function latencyText(quiet: readonly number[], meanwhile: readonly number[]): string {
  const p99 = (latencies: readonly number[]) =>
    quantile(
      latencies.toSorted((one, other) => one - other),
      0.99,
    );
  const [calm, busy] = [p99(quiet), p99(meanwhile)];
  return `reads p99 ${ms(busy)}, ${(busy / calm).toFixed(1)} times the quiet ${ms(calm)}`;
}

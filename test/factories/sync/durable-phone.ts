import { setTimeout as sleep } from "node:timers/promises";
import { type Operation, syncAnswerSchema } from "../../../contract/sync/schema.ts";
import type { Draw } from "../draw.ts";
import { type Phone, syncBody, syncPath } from "./phone.ts";
import { queued } from "./sync.ts";

/** The answer to an operation, which the phone compares with later answers. */
export interface ReceivedResult {
  readonly verdict: string;
  readonly receiptId: string;
}

/** A phone whose queue survives the failure of any request. */
export interface DurablePhone {
  readonly phone: Phone;
  /** Every operation it ever made, in order. */
  readonly made: Operation[];
  /** The first final answer to each operation, by its id. */
  readonly received: Map<string, ReceivedResult>;
  /** Violations by the server, as sentences. */
  readonly complaints: string[];
}

/** A phone that has made no operation yet. */
export function durablePhone(phone: Phone): DurablePhone {
  return { phone, made: [], received: new Map(), complaints: [] };
}

/** Timeout of an answer, after which the phone sends again. */
const PATIENCE_MS = 4_000;
const MOST_OF_BATCH = 12;

/** Operations that a phone still has to send, in order. */
export const unheard = ({ made, received }: DurablePhone): readonly Operation[] =>
  made.filter(({ clientOperationId }) => !received.has(clientOperationId));

/**
 * Sends the queue until it is empty. Uses one link at a time and now and then two at once, as a phone without an
 * answer does.
 *
 * @param over returns true when it must give up.
 */
export async function sendAll(
  durable: DurablePhone,
  { urls, draw, over }: { urls: readonly string[]; draw: Draw; over: () => boolean },
): Promise<void> {
  while (!over()) {
    const queue = unheard(durable);
    if (queue.length === 0) {
      await sleep(50);
      continue;
    }
    const batch = queue.slice(0, 1 + draw.below(MOST_OF_BATCH));
    const ways = draw.below(5) === 0 ? urls : [draw.pick(urls)];
    const answered = await Promise.all(ways.map((url) => sendOnce(durable, url, batch)));
    if (!answered.includes(true)) await sleep(100 + draw.below(200));
  }
}

async function sendOnce(
  durable: DurablePhone,
  url: string,
  batch: readonly Operation[],
): Promise<boolean> {
  const { phone } = durable;
  const sent = fetch(`${url}${syncPath(phone.relationshipId)}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${phone.token}`, "Content-Type": "application/json" },
    body: JSON.stringify(syncBody(phone, batch)),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await sent
    .then(async (response) => [response.status, await response.text()] as const)
    .catch(() => null);
  if (text === null) return false;
  const [status, body] = text;
  if (status >= 500 && status !== 503) durable.complaints.push(`answered ${status}: ${body}`);
  if (status !== 200) return false;
  receive(durable, batch, body);
  return true;
}

/** A final answer stays the same, with the same receipt, however often it is repeated. */
function receive(
  { received, complaints }: DurablePhone,
  batch: readonly Operation[],
  body: string,
): void {
  const answer: unknown = JSON.parse(body);
  const data =
    typeof answer === "object" && answer !== null && "data" in answer ? answer.data : null;
  const { results } = syncAnswerSchema.parse(data);
  if (results.length !== batch.length)
    complaints.push(`${batch.length} were sent and ${results.length} answered`);
  for (const { clientOperationId: id, status, receiptId } of results) {
    if (receiptId === null) continue;
    const verdict = status === "ALREADY_ACCEPTED" ? "ACCEPTED" : status;
    const before = received.get(id);
    if (before === undefined) received.set(id, { verdict, receiptId });
    else if (before.verdict !== verdict || before.receiptId !== receiptId)
      complaints.push(
        `${id} was ${before.verdict} ${before.receiptId}, then ${verdict} ${receiptId}`,
      );
  }
}

/** Adds one more operation of an ordinary day: mostly sips, sometimes ticks, steps, skips and undos. */
export function makeOperation(durable: DurablePhone, draw: Draw): void {
  const { phone, made } = durable;
  const { water, steps, meal, supplement, habit } = phone.agenda;
  const place = made.length;
  const recordedAt = new Date(Date.UTC(2026, 0, 5, 8, 0, 0, place)).toISOString();
  // An operation that arrives after the close of its day wins because of this time.
  const now = { clientRecordedAt: new Date().toISOString() };
  const value = (taskId: string, metricKind: string, unit: string, amount: number) =>
    queued(
      "quick-log.record-value",
      { taskId, metricKind, value: amount, unit, sourceType: "MANUAL", recordedAt },
      now,
    );
  const undone = made.filter(({ operationType }) => operationType !== "quick-log.undo");
  const item = draw.pick([...meal.items, ...supplement.items]);
  switch (draw.below(10)) {
    case 0:
      made.push(queued("quick-log.complete-item", { taskId: item.taskId, itemId: item.id }, now));
      return;
    case 1:
      made.push(value(steps.id, "STEPS", "steps", 1_000 + place));
      return;
    case 2:
      made.push(queued("quick-log.complete-task", { taskId: habit.id }, now));
      return;
    case 3: {
      if (undone.length === 0) return;
      const target = draw.pick(undone);
      const taskId = target.payload["taskId"];
      made.push(
        queued(
          "quick-log.undo",
          { taskId, undoesClientOperationId: target.clientOperationId },
          now,
        ),
      );
      return;
    }
    default:
      made.push(value(water.id, "WATER", "ml", 50 + (place % 40) * 10));
  }
}

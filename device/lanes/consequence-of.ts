import type { Answer } from "./classify-answer.ts";
import type { Consequence, HeldOperation, ScopeWait } from "./end-try.ts";
import type { Lane } from "./lane.ts";
import type { NextBatch } from "./batch/next-batch.ts";

/**
 * Decides how to continue after an answer without results. A batch that did not reach the server waits as a whole. A
 * batch that is too large, or that fails on the way, is bisected until the faulty operation is alone and the others
 * pass.
 */
export function consequenceOf(answer: Failure, failed: FailedBatch): Consequence {
  const { batch, lane } = failed;
  switch (answer.kind) {
    case "TRANSPORT":
      return afterTransport(answer, failed);
    case "PAUSE":
      return { wait: { reason: "RETRY_AT", pause: { namedMs: answer.pauseMs } } };
    case "SIGN_IN":
      return { wait: { reason: "SIGN_IN", pause: "UNTIMED" } };
    case "NOT_FOUND":
      return { wait: { ...NO_ACCESS, status: "LOCKED" } };
    case "ACCOUNT":
    case "REFUSED":
      return { wait: NO_ACCESS };
    case "REGISTER":
      return { wait: RETRY };
    case "TOO_LARGE":
      return afterTooLarge(answer, batch, lane);
    case "MALFORMED":
      return afterMalformed(answer, batch, lane);
  }
}

/** Every answer except a success of the server. */
export type Failure = Exclude<Answer, { kind: "ANSWER" }>;

/** A batch without results. */
export interface FailedBatch {
  readonly batch: NextBatch;
  readonly lane: Lane;
  /** Calls of this device that the server has answered so far. */
  readonly answered: number;
}

type Of<Kind extends Failure["kind"]> = Extract<Failure, { kind: Kind }>;

const NO_ACCESS: ScopeWait = { reason: "NO_ACCESS", pause: { namedMs: null } };
const RETRY: ScopeWait = { reason: "RETRY_AT", pause: { namedMs: null } };

function afterTransport(answer: Of<"TRANSPORT">, failed: FailedBatch): Consequence {
  const { cause, pauseMs: namedMs } = answer;
  const { batch, lane, answered } = failed;
  const reason = cause === "FAULT" ? "RETRY_AT" : "OFFLINE";
  const wait: ScopeWait = { reason, pause: { namedMs } };
  const isSuspect = cause === "TIMEOUT" || cause === "CUT_OFF" || cause === "FAULT";
  // Some proxies close the connection instead of answering 413.
  const isContent = isSuspect || (cause !== "NOT_SENT" && lane.isOnlyOneLost(answered));
  return isContent ? { wait, operations: narrow(batch, lane) } : { wait };
}

function afterTooLarge({ fromProxy }: Of<"TOO_LARGE">, batch: NextBatch, lane: Lane): Consequence {
  const [first, ...others] = batch.operations;
  if (first === undefined) return { wait: RETRY };
  if (others.length > 0) {
    lane.shrinkBytes(batch.bytes);
    return { wait: null };
  }
  // Another network may accept this size; the limit of the server changes only with its version.
  const id = first.clientOperationId;
  const tries = fromProxy ? triesOf(batch, id) : null;
  return { wait: null, operations: [{ id, reason: "SET_ASIDE", tries }] };
}

function afterMalformed(answer: Of<"MALFORMED">, batch: NextBatch, lane: Lane): Consequence {
  const named = answer.operations.flatMap((ordinal) => batch.operations[ordinal] ?? []);
  if (named.length === 0) return { wait: RETRY, operations: narrow(batch, lane) };
  const operations = named.map(({ clientOperationId: id }): HeldOperation => ({
    id,
    reason: "SET_ASIDE",
    tries: null,
  }));
  return { wait: null, operations };
}

/** Halves the next batch. An operation that is already alone waits by itself, so that others pass. */
function narrow(batch: NextBatch, lane: Lane): readonly HeldOperation[] {
  const [first, ...others] = batch.operations;
  if (first === undefined) return [];
  if (others.length > 0) {
    lane.shrinkCount(batch.operations.length);
    return [];
  }
  const id = first.clientOperationId;
  return lane.suspect(id) ? [{ id, reason: "RETRY_AT", tries: triesOf(batch, id) }] : [];
}

function triesOf(batch: NextBatch, id: string): number {
  return (batch.tries.get(id) ?? 0) + 1;
}

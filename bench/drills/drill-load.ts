import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { nextBatch, type Phone } from "../phones/phones.ts";
import { renew } from "../phones/sign-in.ts";
import { type Answered, send } from "./send-as-phone.ts";

/**
 * Lets phones send batches and read today at a fixed rate, and keeps an account of every operation that the server
 * acknowledged. A batch that gets another answer is sent again until it is acknowledged, as a phone does.
 */
export function startDrillLoad(options: LoadOptions): DrillLoad {
  const account = newAccount();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const idle = [...options.phones];
  const follow = (work: Promise<void>) => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const sendOne = async (phone: Phone) => {
    await sendBatch(options, { phone, account, signal: stopping.signal });
    idle.unshift(phone);
  };
  const batches = arrivals(options.batchesPerSecond, stopping.signal, () => {
    const phone = idle.pop();
    if (phone !== undefined) follow(sendOne(phone));
  });
  let reads = 0;
  const readers = arrivals(options.readsPerSecond, stopping.signal, () => {
    reads += 1;
    const phone = options.phones[reads % options.phones.length];
    if (phone !== undefined) follow(readToday(options, { phone, account }));
  });
  return {
    account,
    stop: async () => {
      stopping.abort();
      await Promise.all([batches, readers]);
      await Promise.all(running);
    },
  };
}

/** A load that runs until it is stopped; stopping waits for its last answers. */
export interface DrillLoad {
  readonly account: Account;
  stop(): Promise<void>;
}

/** The phones and their rates. */
export interface LoadOptions {
  readonly urls: { readonly api: string; readonly provider: string };
  readonly phones: readonly Phone[];
  readonly batchesPerSecond: number;
  readonly readsPerSecond: number;
  /** Operations of a batch. */
  readonly operations: number;
}

/** Answers that clients got. */
export interface Account {
  /** Receipts of acknowledged operations. */
  readonly receipts: Set<string>;
  /** Acknowledged batches, newest last, with their receipts. */
  readonly batches: { readonly phone: Phone; readonly body: string; readonly receipts: string[] }[];
  /** Good answers; and whole uploads, and how often one was ended midway and continued. */
  readonly answered: Record<"batches" | "reads" | "polls" | "uploads" | "resumptions", number>;
  /** Answers of another kind, with the time. */
  readonly others: Other[];
  /** When a request was answered as it should for the last time. */
  lastGoodAt: number;
  /** When each answer came, and how long its client waited, in milliseconds. */
  readonly waits: { readonly at: number; readonly ms: number }[];
}

/** A bad answer: 503 with Retry-After, or a failure that a phone cannot distinguish from a fault. */
export interface Other {
  readonly at: number;
  readonly kind: "COME_AGAIN" | "FAILED";
  readonly what: string;
}

function newAccount(): Account {
  return {
    receipts: new Set(),
    batches: [],
    answered: { batches: 0, reads: 0, polls: 0, uploads: 0, resumptions: 0 },
    others: [],
    lastGoodAt: performance.now(),
    waits: [],
  };
}

async function arrivals(perSecond: number, signal: AbortSignal, arrive: () => void) {
  if (perSecond === 0) return;
  let next = performance.now();
  while (!signal.aborted) {
    next += (-Math.log(1 - Math.random()) * 1_000) / perSecond;
    const pause = next - performance.now();
    if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) arrive();
  }
}

const Answer = z.object({
  data: z.object({
    results: z.array(z.object({ status: z.string(), receiptId: z.string().nullable() })),
  }),
});

const GOOD: ReadonlySet<string> = new Set(["ACCEPTED", "ALREADY_ACCEPTED"]);
const SEND_AGAIN_MS = 1_000;
const MOST_TRIES = 100;

/** As long as the answer says, and a little longer, so that not all phones come at once. */
function pauseAfter({ retryAfter }: Answered): number {
  const least = retryAfter === null ? SEND_AGAIN_MS : Number(retryAfter) * 1_000;
  return least * (1 + Math.random() / 2);
}

interface Sending {
  readonly phone: Phone;
  readonly account: Account;
}

async function sendBatch(
  { urls, operations }: LoadOptions,
  { phone, account, signal }: Sending & { readonly signal: AbortSignal },
): Promise<void> {
  await renew(urls.provider, phone);
  const from = Math.floor(Math.random() * (phone.operations.length - operations + 1));
  const body = nextBatch(phone, phone.operations.slice(from, from + operations));
  const url = `${urls.api}/api/v1/coach-client-relationships/${phone.relationshipId}/sync`;
  for (let tries = 0; tries < MOST_TRIES && !signal.aborted; tries += 1) {
    const answer = await send(url, phone, body);
    if (note(account, answer)) return noteReceipts(account, { phone, body, text: answer.text });
    await sleep(pauseAfter(answer), undefined, { signal }).catch(() => undefined);
  }
}

function noteReceipts(
  account: Account,
  { phone, body, text }: { phone: Phone; body: string; text: string },
): void {
  const { results } = Answer.parse(JSON.parse(text)).data;
  const receipts: string[] = [];
  for (const { status, receiptId } of results) {
    if (GOOD.has(status) && receiptId !== null) receipts.push(receiptId);
    else account.others.push({ at: performance.now(), kind: "FAILED", what: status });
  }
  for (const receipt of receipts) account.receipts.add(receipt);
  account.batches.push({ phone, body, receipts });
  account.answered.batches += 1;
}

async function readToday({ urls }: LoadOptions, { phone, account }: Sending): Promise<void> {
  await renew(urls.provider, phone);
  const answer = await send(`${urls.api}/api/v1/client/today`, phone);
  if (note(account, answer)) account.answered.reads += 1;
}

/** Sends a batch again and returns the statuses of its operations with their receipts. */
export async function sendAgain(
  urls: LoadOptions["urls"],
  { phone, body }: Pick<Account["batches"][number], "phone" | "body">,
) {
  await renew(urls.provider, phone);
  const url = `${urls.api}/api/v1/coach-client-relationships/${phone.relationshipId}/sync`;
  for (let tries = 1; ; tries += 1) {
    const answer = await send(url, phone, body);
    if (answer.status === 200) return Answer.parse(JSON.parse(answer.text)).data.results;
    if (answer.status !== 503 || tries === MOST_TRIES)
      throw new Error(`A batch sent again got ${answer.status} ${answer.text.slice(0, 300)}`);
    await sleep(pauseAfter(answer));
  }
}

/** Records an answer; returns whether it is as it should be. */
export function note(account: Account, { status, retryAfter, text, tookMs }: Answered): boolean {
  const at = performance.now();
  account.waits.push({ at, ms: tookMs });
  if (status === 200) {
    account.lastGoodAt = at;
    return true;
  }
  const kind = status === 503 && retryAfter !== null ? "COME_AGAIN" : "FAILED";
  account.others.push({ at, kind, what: `${status} ${text.slice(0, 200)}` });
  return false;
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./drill-load.ts";

/** Answers since a fault. */
export interface Figures {
  /** Until the last answer that was not as it should be. */
  readonly seconds: number;
  /** Number of 503 answers with Retry-After. */
  readonly comeAgain: number;
  /** Answers that are failures to a phone. */
  readonly failed: readonly string[];
  readonly longestMs: number;
  /** Each kind of answer with its number and the seconds between which it was seen. */
  readonly kinds: readonly string[];
}

/** The figures since an instant. */
export function figuresSince(account: Account, since: number): Figures {
  const others = account.others.filter(({ at }) => at >= since);
  const last = others.at(-1)?.at ?? since;
  return {
    seconds: (last - since) / 1_000,
    comeAgain: others.filter(({ kind }) => kind === "COME_AGAIN").length,
    failed: others.filter(({ kind }) => kind === "FAILED").map(({ what }) => what),
    longestMs: longestSince(account, since),
    kinds: kindsOf(others, since),
  };
}

/** The longest wait for an answer that came since an instant, in milliseconds. */
export function longestSince({ waits }: Account, since: number): number {
  return waits.reduce((longest, { at, ms }) => (at < since ? longest : Math.max(longest, ms)), 0);
}

function kindsOf(others: Account["others"], since: number): readonly string[] {
  const kinds = new Map<string, number[]>();
  for (const other of others) {
    const kind = kindOf(other);
    kinds.set(kind, [...(kinds.get(kind) ?? []), (other.at - since) / 1_000]);
  }
  return [...kinds].map(
    ([kind, at]) => `${at.length} ${kind} at ${at[0]?.toFixed(1)}-${at.at(-1)?.toFixed(1)} s`,
  );
}

/** The code of a bad answer, and whether the proxy gave it. */
export function kindOf({ what }: Pick<Account["others"][number], "what">): string {
  const code = /"code":"(\w+)"/.exec(what)?.[1] ?? what;
  // The proxy's own answer has no id of a request.
  const isOfProxy = what.startsWith("503") && !what.includes("detail");
  return isOfProxy ? `proxy ${code}` : code;
}

const STEADY_MS = 3_000;
const LIMIT_MS = 120_000;

/** Waits until answers were good for some seconds. @throws Error after two minutes. */
export async function untilSteady(account: Account): Promise<void> {
  const from = performance.now();
  for (;;) {
    const now = performance.now();
    const lastBadAt = account.others.at(-1)?.at ?? from;
    const isGood = account.lastGoodAt > lastBadAt && now - account.lastGoodAt < 1_000;
    if (isGood && now - Math.max(lastBadAt, from) > STEADY_MS) return;
    if (now - from > LIMIT_MS) throw new Error(`No good answers: ${account.others.at(-1)?.what}`);
    await sleep(100);
  }
}

import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { Refusal } from "../../../contract/refusal.ts";
import type { Database } from "../../../db/open-database.ts";
import { findPrimaryPosition, type WalPosition } from "../../../db/platform/standby/queries.ts";
import { readAtStandby } from "../../../db/platform/standby/read-at-standby.ts";
import {
  isDatabaseTrouble,
  wasCancelledByReplay,
} from "../../../db/platform/transactions/transact.ts";
import { countStandbyReads, type StandbyOutcome } from "./count-standby-reads.ts";
import { judgePosition, type SentPosition } from "./judge-position.ts";
import { encodeReadPosition } from "./read-position.ts";
import { type StandbyWatch, watchStandby } from "./standby-watch.ts";

/** Opens the reads of a standby, and begins to watch it. */
export function openStandbyReads(options: StandbyOptions): StandbyReads {
  const { primary, standby, key, metrics } = options;
  const watch = watchStandby(options);
  const count = countStandbyReads(metrics, () => watch.lagMs());
  const encoded = (position: WalPosition | null) =>
    position === null ? null : encodeReadPosition(key, position);
  return {
    async read(sent, read) {
      const judged = judgePosition(key, sent);
      const tried =
        "refused" in judged
          ? { outcome: judged.refused }
          : await tryStandby({ standby, watch, least: judged.least }, read);
      count(tried.outcome);
      return "found" in tried ? { found: tried.found, position: encoded(tried.seen) } : null;
    },
    primaryPosition: async () =>
      encoded(await findPrimaryPosition(primary.em.fork()).catch(() => null)),
    probe: () => watch.probe(),
    close: async () => {
      watch.close();
      await standby.close();
    },
  };
}

/** Reads that a standby answers in place of the primary (docs/rooms/wire.md#read-positions). */
export interface StandbyReads {
  /**
   * Reads at the standby. Null if the primary has to answer: the caller may know more than the standby, or the
   * standby lags, fails or cancels the read.
   */
  read<T>(
    sent: SentPosition,
    read: (em: SqlEntityManager) => Promise<T>,
  ): Promise<StandbyAnswer<T> | null>;
  /** The signed position of the primary now; null if it does not tell. */
  primaryPosition(): Promise<string | null>;
  /** Probes the standby now. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** An answer of the standby. */
export interface StandbyAnswer<T> {
  readonly found: T;
  /** The signed position of its state; null if the standby was promoted meanwhile. */
  readonly position: string | null;
}

/** The two databases, and what their comparison needs. */
export interface StandbyOptions {
  readonly primary: Pick<Database, "em">;
  readonly standby: Database;
  /** Signs positions; all processes of the API have the same. */
  readonly key: Uint8Array;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** Limits of connections to a standby: the primary is there to answer, so nobody waits long. */
export const STANDBY_LIMITS = { waitMs: 250, answerMs: 1_000, lentMs: 2_000 };

/** Longest time that a request spends with the standby before it asks the primary, in milliseconds. */
const STANDBY_MS = 1_000;

interface Asked {
  readonly standby: Database;
  readonly watch: StandbyWatch;
  readonly least: WalPosition;
}

type Tried<T> =
  | { readonly outcome: "STANDBY"; readonly found: T; readonly seen: WalPosition | null }
  | { readonly outcome: Exclude<StandbyOutcome, "STANDBY"> };

async function tryStandby<T>(
  { standby, watch, least }: Asked,
  read: (em: SqlEntityManager) => Promise<T>,
): Promise<Tried<T>> {
  if (!watch.isOpen()) return { outcome: "LEFT_OUT" };
  let missing: Exclude<StandbyOutcome, "STANDBY"> | null = null;
  const isEnough = (replayed: WalPosition | null) => {
    missing = whyNotEnough(replayed, { least, watch });
    return missing === null;
  };
  try {
    const answer = await inTime(readAtStandby(standby.em, isEnough, read));
    return answer === null
      ? { outcome: missing ?? "BEHIND" }
      : { outcome: "STANDBY", found: answer.found, seen: answer.seen };
  } catch (error) {
    // The standby may lack the row whose absence it refuses.
    if (error instanceof Refusal) return { outcome: "REFUSED" };
    if (wasCancelledByReplay(error)) return { outcome: "CANCELLED" };
    if (error instanceof LateStandbyError || isDatabaseTrouble(error)) watch.leaveOut(error);
    return { outcome: "FAILED" };
  }
}

function whyNotEnough(
  replayed: WalPosition | null,
  { least, watch }: Pick<Asked, "least" | "watch">,
) {
  if (replayed === null || replayed.line !== least.line) return "OTHER_LINE";
  if (replayed.lsn < least.lsn) return "BEHIND";
  return watch.isFresh(replayed) ? null : "LEFT_OUT";
}

class LateStandbyError extends Error {
  override readonly name = "LateStandbyError";
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateStandbyError()), STANDBY_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

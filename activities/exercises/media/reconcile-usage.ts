import { countUsed } from "../../../db/exercises/media/count-used.ts";
import { lockMediaQuota } from "../../../db/exercises/media/lock-media-quota.ts";
import { keepReading, keepSnapshot } from "../../../db/exercises/media/keep-reading.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { differenceOf, isNearlyUsed } from "../../../rules/exercises/media/judge-media-quota.ts";
import type {
  ExerciseMediaProvider,
  ProviderUsage,
  UsageOutcome,
} from "../provider/exercise-provider.ts";
import type { MediaDesk } from "./media-desk.ts";

/**
 * Reads the accounts of all providers with metered media (docs/rooms/exercises.md#usage). Usage that only the
 * provider knows reduces the allowance until the next read, and a closed allowance is reopened. Nothing increases it.
 */
export async function reconcileUsage({
  em,
  log,
  providers,
  countReading,
}: ReadingDeps): Promise<ReconciledUsage> {
  const outcomes: boolean[] = [];
  for (const provider of providers) {
    if (provider.media === null) continue;
    const requestedAt = await clockNow(em.fork());
    const answer = await ask(provider.media);
    const { providerKey } = provider.record;
    countReading(providerKey, answer.outcome);
    const wasRead = answer.outcome === "USAGE";
    if (wasRead) await transact(em, (tx) => keep(tx, { providerKey, usage: answer, requestedAt }));
    else log.warn({ providerKey }, "a provider's account could not be read");
    outcomes.push(wasRead);
  }
  const readCount = outcomes.filter(Boolean).length;
  return { readCount, failedCount: outcomes.length - readCount };
}

/** Dependencies of reading accounts. */
export type ReadingDeps = Pick<MediaDesk, "em" | "log" | "providers"> & {
  /** Counts the outcome of a read. */
  readonly countReading: (providerKey: string, outcome: UsageOutcome["outcome"]) => void;
};

/** How many accounts were read, and how many could not be. */
export interface ReconciledUsage {
  readonly readCount: number;
  readonly failedCount: number;
}

/** The usage report of a provider account, and when it was requested. */
interface Reading {
  readonly providerKey: string;
  readonly usage: ProviderUsage;
  readonly requestedAt: Date;
}

/** Drops the details of any fault, because they may quote an address. */
async function ask(media: ExerciseMediaProvider): Promise<UsageOutcome> {
  try {
    return await media.usage();
  } catch {
    return { outcome: "UNAVAILABLE", sent: true };
  }
}

/** Stores a reading. One that was requested before the stored one is out of date and is dropped. */
async function keep(tx: Tx, { providerKey, usage, requestedAt }: Reading): Promise<void> {
  const quota = await lockMediaQuota(tx, providerKey);
  if (quota.reconciledAt !== null && quota.reconciledAt >= requestedAt) return;
  const whole = { providerKey, workspaceId: null, exerciseId: null };
  const before = await countUsed(tx, { ...whole, until: requestedAt });
  const account = { exercises: usage.exercisesUsed, minutes: usage.minutesUsed };
  const drift = differenceOf(account, before);
  const reported = { exercises: usage.exercisesLimit, minutes: usage.minutesLimit };
  const present = await countUsed(tx, { ...whole, until: null });
  const { configured } = quota;
  const isStillNearly = isNearlyUsed({ configured, reported, drift }, present);
  await keepReading(tx, { providerKey, reported, drift, requestedAt, isStillNearly });
  await keepSnapshot(tx, {
    id: newId(),
    providerKey,
    planKey: usage.plan,
    uniqueUsed: usage.exercisesUsed,
    uniqueLimit: usage.exercisesLimit,
    minutesUsed: usage.minutesUsed,
    minutesLimit: usage.minutesLimit,
    ownUniqueUsed: before.exercises,
    ownMinutesUsed: before.minutes,
    capturedAt: present.now,
  });
}

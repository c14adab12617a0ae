import { countUsed } from "../../../db/exercises/media/count-used.ts";
import { lockAllowance } from "../../../db/exercises/media/lock-allowance.ts";
import { keepReading, keepSnapshot } from "../../../db/exercises/media/keep-reading.ts";
import { newId } from "../../../db/new-id.ts";
import { clockNow, transact, type Tx } from "../../../db/transact.ts";
import { driftOf, isNearlyUsed } from "../../../rules/exercises/media/judge-allowance.ts";
import type { ProviderUsage } from "../provider/exercise-provider.ts";
import type { MediaDesk, MediaProvider } from "./media-desk.ts";

/** How many accounts were read, and how many could not be. */
export interface ReconciledUsage {
  readonly readCount: number;
  readonly failedCount: number;
}

/** What an account said, and when it was asked. */
interface Reading {
  readonly providerKey: string;
  readonly usage: ProviderUsage;
  readonly askedAt: Date;
}

/**
 * Reads the accounts of all providers whose media are metered (docs/rules.md#exercises-usage): what they know beyond ours
 * makes the allowance smaller until the next time, and a closed one is opened. Nothing widens it.
 */
export async function reconcileUsage({
  em,
  log,
  providers,
}: Pick<MediaDesk, "em" | "log" | "providers">): Promise<ReconciledUsage> {
  const outcomes: boolean[] = [];
  for (const provider of providers) {
    if (provider.media === null) continue;
    const askedAt = await clockNow(em.fork());
    const answer = await ask(provider);
    const { providerKey } = provider.record;
    if (answer === null) log.warn({ providerKey }, "a provider's account could not be read");
    else await transact(em, (tx) => keep(tx, { providerKey, usage: answer, askedAt }));
    outcomes.push(answer !== null);
  }
  const readCount = outcomes.filter(Boolean).length;
  return { readCount, failedCount: outcomes.length - readCount };
}

/** Whatever goes wrong, nothing of a fault is told, which may quote an address. */
async function ask({ media }: MediaProvider): Promise<ProviderUsage | null> {
  try {
    const answer = await media?.usage();
    return answer?.outcome === "USAGE" ? answer : null;
  } catch {
    return null;
  }
}

/** One that was asked before another whose answer holds already says nothing new. */
async function keep(tx: Tx, { providerKey, usage, askedAt }: Reading): Promise<void> {
  const allowance = await lockAllowance(tx, providerKey);
  if (allowance.reconciledAt !== null && allowance.reconciledAt >= askedAt) return;
  const whole = { providerKey, workspaceId: null, exerciseId: null };
  const before = await countUsed(tx, { ...whole, until: askedAt });
  const account = { exercises: usage.exercisesUsed, minutes: usage.minutesUsed };
  const drift = driftOf(account, before);
  const told = { exercises: usage.exercisesLimit, minutes: usage.minutesLimit };
  const present = await countUsed(tx, { ...whole, until: null });
  const { configured } = allowance;
  const isStillNearly = isNearlyUsed({ configured, told, drift }, present);
  await keepReading(tx, { providerKey, told, drift, askedAt, isStillNearly });
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

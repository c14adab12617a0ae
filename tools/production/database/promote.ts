import { type ClusterState, followPrimary, rebuild } from "./cluster-state.ts";
import { fence, isFenced } from "./fence.ts";
import type { Member } from "./member.ts";
import { mayHaveLost, type Position, requireMostAdvanced } from "./most-advanced.ts";
import { noteLoss, type RenewEpochs, renewIfLost } from "./renew-if-lost.ts";
import { createSlots, until, untilStreaming } from "./standbys.ts";

/**
 * Replaces the primary. The order keeps one writer: clients are cut off, the old primary is fenced and gone, and only
 * then a standby is promoted. Another standby has to follow it before it is opened to clients. If transactions may be
 * lost, all epochs are renewed before, or phones would hold receipts that this server never wrote.
 *
 * @throws Error if no standby answers, or the named one has received less than another. Nobody is served then.
 */
export async function failOver(
  state: ClusterState,
  { name, renewEpochs }: FailOverOptions,
): Promise<Promotion> {
  const { primary: old, members, checks, say } = state;
  const startedAt = performance.now();
  const standbys = members.filter((one) => one !== old && !isFenced(one));
  await requireAnswer(standbys);
  checks.open(null);
  try {
    await endForGood(old);
  } catch (error) {
    // Without a fence nobody is promoted; the old primary serves on if it can. A full disk refuses the files of a fence.
    checks.open(old.name);
    throw error;
  }
  const positions = await positionsOf(standbys);
  const chosen = requireMostAdvanced(positions, name);
  const promoted = standbys.find((one) => one.name === chosen.name) ?? old;
  const isLossy = mayHaveLost(state.synchronous, { standbys: members.length - 1, positions });
  if (isLossy) noteLoss(state);
  await promoted.ask("select pg_promote(true, 30)");
  await until(() => isPrimary(promoted), `${promoted.name} did not become the primary`);
  const promotedAt = performance.now();
  state.primary = promoted;
  await openPrimary(state, renewEpochs);
  say(`${promoted.name} is the primary; ${old.name} is fenced`);
  return {
    name: promoted.name,
    fenced: old.name,
    mayHaveLost: isLossy,
    promotedMs: promotedAt - startedAt,
    openedMs: performance.now() - startedAt,
  };
}

/**
 * Opens a promoted primary to clients, once the standbys follow it and epochs are renewed if they have to be. It can be
 * repeated after a failure.
 */
export async function openPrimary(
  state: ClusterState,
  renewEpochs: RenewEpochs | undefined,
): Promise<void> {
  const { primary, members, checks } = state;
  await turnTo(
    state,
    members.filter((one) => one !== primary && !isFenced(one)),
  );
  await renewIfLost(state, renewEpochs);
  checks.open(primary.name);
}

/** Fences a primary and kills it. */
async function endForGood(old: Member): Promise<void> {
  fence(old, `${old.name} is replaced as the primary`);
  await old.kill();
  // Its end may have removed the signal file; now nothing runs that could.
  fence(old, `${old.name} was replaced as the primary`);
}

/** Makes the other standbys follow the new primary. */
async function turnTo(state: ClusterState, standbys: readonly Member[]): Promise<void> {
  const { primary, members, synchronous } = state;
  followPrimary(state, primary);
  primary.reload();
  await createSlots(primary, members);
  const followers = standbys.filter((one) => one !== primary && one.pid() !== null);
  for (const follower of followers) {
    followPrimary(state, follower);
    follower.reload();
  }
  // A synchronous commit waits until one follows, and phones would wait for it.
  if (synchronous && followers.length > 0) await untilOneFollows(state, followers);
}

/** A standby that cannot follow has log that the new primary lacks; it becomes a copy of it. */
async function untilOneFollows(state: ClusterState, followers: readonly Member[]): Promise<void> {
  try {
    await untilStreaming(state.primary, 1, FOLLOWS_WITHIN_MS);
  } catch {
    for (const follower of followers) {
      state.say(`${follower.name} does not follow and is rebuilt`);
      // Nobody waits for it: commits do until a standby follows.
      await rebuild(state, follower).catch((error: unknown) =>
        state.say(`${follower.name} could not be rebuilt: ${String(error)}`),
      );
    }
  }
}

const FOLLOWS_WITHIN_MS = 5_000;

/** Nobody fences a primary that none can replace. */
async function requireAnswer(standbys: readonly Member[]): Promise<void> {
  const answers = await Promise.allSettled(standbys.map((one) => one.ask("select 1")));
  if (answers.some(({ status }) => status === "fulfilled")) return;
  throw new Error("No standby answers; the primary is not replaced.");
}

/** The standby to promote, and how to repair a database that may have lost transactions. */
interface FailOverOptions {
  readonly name?: string | undefined;
  readonly renewEpochs?: RenewEpochs | undefined;
}

/** The result of a failover. */
export interface Promotion {
  readonly name: string;
  /** The former primary. */
  readonly fenced: string;
  /** Whether an acknowledged transaction may be missing; epochs were renewed then. */
  readonly mayHaveLost: boolean;
  /** Until the standby was a primary, and until it was opened to clients. */
  readonly promotedMs: number;
  readonly openedMs: number;
}

/** The end of the log that each answering standby has. They have to be cut off from the old primary first. */
async function positionsOf(standbys: readonly Member[]): Promise<Position[]> {
  const found = await Promise.all(
    standbys.map(async (one) => {
      try {
        return await positionOf(one);
      } catch {
        return null;
      }
    }),
  );
  return found.filter((one) => one !== null);
}

/**
 * A receiver writes what it has and ends. One that hangs has confirmed nothing more than it has written, so waiting longer
 * would save no acknowledged transaction.
 */
async function positionOf(standby: Member): Promise<Position> {
  await until(
    async () => (await standby.ask("select 1 from pg_stat_wal_receiver")).length === 0,
    `${standby.name} still receives`,
    RECEIVER_ENDS_WITHIN_MS,
  ).catch(() => undefined);
  const [row] = await standby.ask(
    `select (greatest(coalesce(pg_last_wal_receive_lsn(), '0/0'), coalesce(pg_last_wal_replay_lsn(), '0/0'))
             - '0/0'::pg_lsn)::text as received`,
  );
  return { name: standby.name, received: BigInt(row?.["received"] ?? 0) };
}

const RECEIVER_ENDS_WITHIN_MS = 1_000;

async function isPrimary(member: Member): Promise<boolean> {
  const [row] = await member.ask("select pg_is_in_recovery()::text as standby");
  return row?.["standby"] === "false";
}

import { type CleanedSlice, type UpkeepDeps, finishLeftUploads } from "./finish-left-uploads.ts";
import {
  ERASURE_MARK_DAYS,
  type MediaUpkeep,
  UNKNOWN_FILE_HOURS,
} from "../../contract/media/vocabulary.ts";
import { listErasedUsers } from "../../db/accounts/queries.ts";
import { MAX_SWEPT_SCOPES } from "../../db/platform/scopes/lock-scopes.ts";
import { forgetMedia } from "../../db/media/mark-erasing.ts";
import { expireUnreferenced, expireUploads } from "../../db/media/expire-uploads.ts";
import {
  forgetFile,
  forgetUploads,
  forgetWaits,
  listKnownKeys,
  listUnusedFiles,
} from "../../db/media/list-unused-files.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { isPassing } from "../is-passing.ts";
import { type Prune, pruneTables } from "../prune-tables.ts";
import { erasedUserOf, listErased, markErased } from "./mark-erased.ts";

/**
 * Runs a slice of the media cleanup: it finishes complete uploads, ends abandoned ones, and removes files that no
 * record needs. First the record is marked, then the file is removed, then its key is forgotten; a record to erase goes
 * last. After an interruption the next run continues. A row or file that fails is passed over and does not delay the
 * others (docs/rooms/house.md#one-fault).
 */
export async function cleanUpMedia(
  deps: UpkeepDeps,
  input: CleanUpMediaInput,
): Promise<CleanedSlice> {
  const { step, after } = input;
  switch (step) {
    case "FINISH_UPLOADS":
      return await finishLeftUploads(deps, after);
    case "EXPIRE_UPLOADS":
      return await sliceOf(deps, input, { prune: expireUploads, limit: MAX_SWEPT_SCOPES });
    case "EXPIRE_UNREFERENCED":
      return await sliceOf(deps, input, { prune: expireUnreferenced, limit: MAX_SWEPT_SCOPES });
    case "REMOVE_FILES":
      return await removeFiles(deps);
    case "REMOVE_UNKNOWN_FILES":
      return await removeUnknownFiles(deps, after);
    case "FORGET_MEDIA":
      return await sliceOf(deps, input, { prune: forgetMedia, limit: ROWS });
    case "FORGET_UPLOADS":
      return await sliceOf(deps, input, { prune: forgetUploads, limit: ROWS });
    case "FORGET_WAITS":
      return await sliceOf(deps, input, { prune: forgetWaits, limit: ROWS });
  }
}

/** One slice of one step. `after` is the end of the previous slice, for steps that list everything. */
export interface CleanUpMediaInput {
  readonly step: MediaUpkeep;
  readonly after: string | null;
}

/** Rows deleted in one slice. */
const ROWS = 500;
/** Files removed in one slice. */
const FILES = 50;
/** Marks written in one slice. */
const MARKS = 100;
/** Files listed in one slice. */
const PAGE = 500;

/** Skips the rows passed over so far, whose number is in `after`. */
async function sliceOf(
  { em, log }: UpkeepDeps,
  { step, after }: CleanUpMediaInput,
  act: { readonly prune: Prune; readonly limit: number },
): Promise<CleanedSlice> {
  const before = Number(after ?? 0);
  const pruning = { em, log, records: step, prunes: [act.prune], slice: act.limit };
  const { deletedCount: count, full, passedOver = [0] } = await pruneTables(pruning, [before]);
  const [skip = 0] = passedOver;
  return { count, more: full, after: String(skip), failedCount: skip - before };
}

async function removeFiles(deps: UpkeepDeps): Promise<CleanedSlice> {
  const { em, files } = deps;
  const keys = await listUnusedFiles(em.fork(), FILES);
  const failed = await eachAlone(deps.log, keys, async (key) => {
    await files.remove(key);
    await transact(em, (tx) => forgetFile(tx, key));
  });
  const count = keys.length - failed.length;
  // Failed files come first again; if nothing was removed, the next slice would not remove anything either.
  const more = keys.length === FILES && count > 0;
  return { count, more, after: null, failedCount: failed.length };
}

/**
 * Acts on one file after the other. One that fails does not delay the others.
 *
 * @returns the failed files.
 */
async function eachAlone(
  log: UpkeepDeps["log"],
  names: readonly string[],
  work: (name: string) => Promise<void>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const name of names) {
    try {
      await work(name);
    } catch (error) {
      if (isPassing(error)) throw error;
      log.error(
        { failureClass: faultClassOf(error), err: error },
        "a file was not removed or written",
      );
      failed.push(name);
    }
  }
  return failed;
}

/**
 * Writes missing erasure marks while a backup may still restore these people. They were erased before marks existed, or
 * their mark was lost. A mark that cannot be written does not delay the others.
 */
async function markLeftErasures(
  deps: UpkeepDeps,
): Promise<{ readonly count: number; readonly failedCount: number }> {
  const { em, files, log } = deps;
  const marked: string[] = [];
  for await (const userId of listErased(files)) marked.push(userId);
  const failed: string[] = [];
  for (;;) {
    const but = [...marked, ...failed];
    const wanted = { days: ERASURE_MARK_DAYS, but, limit: MARKS };
    const unmarked = await listErasedUsers(em.fork(), wanted);
    const here = await eachAlone(log, unmarked, (userId) => markErased(files, userId));
    failed.push(...here);
    const count = unmarked.length - here.length;
    if (count > 0 || unmarked.length === 0) return { count, failedCount: failed.length };
  }
}

const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Removes files that no record knows, left by a restore or an erasure, and erasure marks older than any backup. The
 * first slices write missing marks.
 */
async function removeUnknownFiles(deps: UpkeepDeps, after: string | null): Promise<CleanedSlice> {
  const { em, files } = deps;
  const marks = after === null ? await markLeftErasures(deps) : { count: 0, failedCount: 0 };
  // The next slice retries marks that could not be written.
  if (marks.count > 0) return { count: marks.count, more: true, after: null };
  const now = await clockNow(em.fork());
  const page = await files.list({ after, limit: PAGE });
  const olderThan = (hours: number) => {
    const before = new Date(now.getTime() - hours * 3_600_000);
    return page.files.filter(({ writtenAt }) => writtenAt < before).map(({ key }) => key);
  };
  const keys = olderThan(UNKNOWN_FILE_HOURS).filter((key) => KEY.test(key));
  const known = new Set(await listKnownKeys(em.fork(), keys));
  const unknown = keys.filter((key) => !known.has(key));
  const old = olderThan(ERASURE_MARK_DAYS * 24).filter((key) => erasedUserOf(key) !== null);
  const unneeded = [...unknown, ...old];
  const failed = await eachAlone(deps.log, unneeded, (key) => files.remove(key));
  return {
    count: unneeded.length - failed.length,
    more: page.next !== null,
    after: page.next,
    failedCount: failed.length + marks.failedCount,
  };
}

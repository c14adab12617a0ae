import { type CleanedSlice, type UpkeepDeps, finishLeftUploads } from "./finish-left-uploads.ts";
import {
  ERASURE_MARK_DAYS,
  type MediaUpkeep,
  UNKNOWN_FILE_HOURS,
} from "../../contract/media/vocabulary.ts";
import { listErasedUsers } from "../../db/accounts/queries.ts";
import { MAX_SWEPT_SCOPES } from "../../db/lock-scopes.ts";
import { forgetMedia } from "../../db/media/erase-media.ts";
import { expireUnreferenced, expireUploads } from "../../db/media/expire-media.ts";
import {
  forgetFile,
  forgetUploads,
  forgetWaits,
  listKnownKeys,
  listUnusedFiles,
} from "../../db/media/unused-files.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import { clockNow, transact } from "../../db/transact.ts";
import { isPassing } from "../is-passing.ts";
import { type Prune, pruneTables } from "../prune-tables.ts";
import { erasedUserOf, listErased, markErased } from "./erasure-marks.ts";

/** One slice of one step; where the slice before ended, for steps that go through all of something. */
export interface CleanUpMediaInput {
  readonly step: MediaUpkeep;
  readonly after: string | null;
}

/** Rows of one slice that deletes them. */
const ROWS = 500;
/** Files of one slice that removes them. */
const FILES = 50;
/** Marks of one slice that writes them. */
const MARKS = 100;
/** Files of one slice that looks through all of them. */
const PAGE = 500;

/**
 * Does a slice of the upkeep of media: finishes what is whole, ends what nobody wants, and removes files
 * that no record needs. First the record says so, then the file goes, then its key is forgotten, and the
 * record last where it is to be erased: stopped anywhere, the next run goes on. A row or a file that fails by itself is
 * passed over, and holds up no other (docs/rooms/house.md#one-fault).
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

/** Goes on behind as many rows as were passed over so far, which `after` says. */
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
  // Those that are left come first again: where nothing went, nothing would in the next slice.
  const more = keys.length === FILES && count > 0;
  return { count, more, after: null, failedCount: failed.length };
}

/** Does something for one file after the other. One that fails by itself holds up no other. @returns those that failed. */
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
 * Writes missing marks of erasures, while a backup may bring these people back: they were erased before there were marks,
 * or their mark got lost. A mark that cannot be written holds up no other.
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
 * Removes files of a database that was restored, or of records that were erased: nobody will ask for these. Removes marks
 * of erasures that no backup is older than. The first slices write the marks that are missing.
 */
async function removeUnknownFiles(deps: UpkeepDeps, after: string | null): Promise<CleanedSlice> {
  const { em, files } = deps;
  const marks = after === null ? await markLeftErasures(deps) : { count: 0, failedCount: 0 };
  // The next slice comes to those again whose mark could not be written.
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

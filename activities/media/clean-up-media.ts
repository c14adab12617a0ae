import { type CleanedSlice, type UpkeepDeps, finishLeftUploads } from "./finish-left-uploads.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
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
import { clockNow, transact, type Tx } from "../../db/transact.ts";
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
 * record last where it is to be erased: stopped anywhere, the next run goes on.
 */
export async function cleanUpMedia(
  deps: UpkeepDeps,
  { step, after }: CleanUpMediaInput,
): Promise<CleanedSlice> {
  const { em } = deps;
  switch (step) {
    case "FINISH_UPLOADS":
      return await finishLeftUploads(deps, after);
    case "EXPIRE_UPLOADS":
      return await sliceOf(em, expireUploads, MAX_SWEPT_SCOPES);
    case "EXPIRE_UNREFERENCED":
      return await sliceOf(em, expireUnreferenced, MAX_SWEPT_SCOPES);
    case "REMOVE_FILES":
      return await removeFiles(deps);
    case "REMOVE_UNKNOWN_FILES":
      return (await markLeftErasures(deps, after)) ?? (await removeUnknownFiles(deps, after));
    case "FORGET_MEDIA":
      return await sliceOf(em, forgetMedia, ROWS);
    case "FORGET_UPLOADS":
      return await sliceOf(em, forgetUploads, ROWS);
    case "FORGET_WAITS":
      return await sliceOf(em, forgetWaits, ROWS);
  }
}

async function sliceOf(
  em: SqlEntityManager,
  act: (tx: Tx, limit: number) => Promise<number>,
  limit: number,
): Promise<CleanedSlice> {
  const count = await transact(em, (tx) => act(tx, limit));
  return { count, more: count >= limit, after: null };
}

async function removeFiles({ em, files }: UpkeepDeps): Promise<CleanedSlice> {
  const keys = await listUnusedFiles(em.fork(), FILES);
  for (const key of keys) {
    await files.remove(key);
    await transact(em, (tx) => forgetFile(tx, key));
  }
  return { count: keys.length, more: keys.length === FILES, after: null };
}

/**
 * At the beginning, and until it is done: of people who were erased before there were marks, or whose mark got lost, the
 * mark is written while a backup may bring them back. Null when there is none to write.
 */
async function markLeftErasures(
  { em, files }: UpkeepDeps,
  after: string | null,
): Promise<CleanedSlice | null> {
  if (after !== null) return null;
  const but: string[] = [];
  for await (const userId of listErased(files)) but.push(userId);
  const wanted = { days: ERASURE_MARK_DAYS, but, limit: MARKS };
  const unmarked = await listErasedUsers(em.fork(), wanted);
  for (const userId of unmarked) await markErased(files, userId);
  return unmarked.length === 0 ? null : { count: unmarked.length, more: true, after: null };
}

const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Of a database that was restored, or of records that were erased: nobody will ask for these. And marks of erasures
 * that no backup is older than.
 */
async function removeUnknownFiles(
  { em, files }: UpkeepDeps,
  after: string | null,
): Promise<CleanedSlice> {
  const now = await clockNow(em.fork());
  const page = await files.list({ after, limit: PAGE });
  const olderThan = (hours: number) => {
    const before = new Date(now.getTime() - hours * 3_600_000);
    return page.files.filter(({ writtenAt }) => writtenAt < before).map(({ key }) => key);
  };
  const keys = olderThan(UNKNOWN_FILE_HOURS).filter((key) => KEY.test(key));
  const known = new Set(await listKnownKeys(em.fork(), keys));
  const unknown = keys.filter((key) => !known.has(key));
  const marks = olderThan(ERASURE_MARK_DAYS * 24).filter((key) => erasedUserOf(key) !== null);
  for (const key of [...unknown, ...marks]) await files.remove(key);
  return { count: unknown.length + marks.length, more: page.next !== null, after: page.next };
}

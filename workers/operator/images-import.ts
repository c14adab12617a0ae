import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { PassedOver } from "../../activities/passed-over.ts";
import { decideLicence } from "../../activities/exercises/images/decide-licence.ts";
import { openImageDecoder } from "../../activities/exercises/images/image-decoder.ts";
import { importLibrary } from "../../activities/exercises/images/import-library.ts";
import { openArchive } from "../../activities/exercises/images/open-archive.ts";
import { openFolder } from "../../activities/exercises/images/open-folder.ts";
import {
  type MatchedSlice,
  matchThumbnails,
} from "../../activities/exercises/thumbnails/match-thumbnails.ts";
import { getLicenceSource } from "../../db/exercises/images/queries.ts";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Imports pictures of exercises from a folder or a ZIP archive, all of them or none:

  npm run images:import -- <folder or archive>
  npm run images:import -- <folder or archive> --shown-because "<reason>"

Two layouts are supported: that of free-exercise-db, and our own library.json (docs/operations.md#import-pictures).
Pictures of a new source stay hidden until an administrator approves the source, or a reason is given here. A
repeated import updates the differences. Afterwards every exercise is compared with all pictures; unclear matches
wait for a reviewer.`;

/** The recorded decider if the reason comes from the command line. */
const OPERATOR = "operator";

/** Imports the files at a path. */
async function importFrom(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { "shown-because": { type: "string" } },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new Error(USAGE);
  const { databaseUrl } = findInstallation(loadEnvironment());
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    applicationName: "images-import",
  });
  try {
    await importInto(database, path, values["shown-because"] ?? null);
  } finally {
    await database.close();
  }
  return 0;
}

async function importInto({ em }: Database, path: string, reason: string | null): Promise<void> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder ? await openFolder(path) : await openArchive(path);
  const decoder = openImageDecoder();
  try {
    const { sourceKey, itemCount, imageCount, fileCount } = await importLibrary(em, files, decoder);
    if (reason !== null) await show(em, sourceKey, reason);
    const { verdict } = await getLicenceSource(em.fork(), sourceKey);
    const counts = `${itemCount} items with ${imageCount} pictures, ${fileCount} different`;
    process.stdout.write(`${sourceKey}: ${counts}. Its verdict is ${verdict}.\n`);
    process.stdout.write(`${await matchAll(em)} exercises were compared with all pictures.\n`);
  } finally {
    decoder.close();
    await files.close();
  }
}

/** Compares every exercise that changed since its last comparison. No ranker is configured. */
async function matchAll(em: Database["em"]): Promise<number> {
  let [count, failedCount] = [0, 0];
  let after: string | null = null;
  do {
    const slice: MatchedSlice = await matchThumbnails({ em }, null, { after });
    count += slice.matchedCount;
    failedCount += slice.failedCount;
    ({ after } = slice);
  } while (after !== null);
  if (failedCount > 0) throw new PassedOver(failedCount);
  return count;
}

async function show(em: Database["em"], sourceKey: string, reason: string): Promise<void> {
  const { revision: expectedRevision } = await getLicenceSource(em.fork(), sourceKey);
  const deed = { sourceKey, verdict: "SHOWN", reason, expectedRevision } as const;
  await transact(em, (tx) => decideLicence(tx, { ...deed, decidedBy: OPERATOR, requestId: null }));
}

showHelp(USAGE);
await runCommand(() => importFrom(process.argv.slice(2)));

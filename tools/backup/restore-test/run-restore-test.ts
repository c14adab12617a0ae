import { readFile, rename, writeFile } from "node:fs/promises";
import { openDatabase } from "../../../db/open-database.ts";
import { migrate } from "../../../db/platform/migrate.ts";
import {
  readRestoreTest,
  type RestoreTestResult,
  restoreTestSchema,
} from "../../../workers/relay/restore-test-result.ts";
import { DATABASE } from "../../stack/describe-stack.ts";
import { checkRestored, type RestoredCounts } from "./check-restored.ts";
import { findNewestBackup } from "./find-newest-backup.ts";
import { openScratch } from "./open-scratch.ts";

/**
 * Restores the newest backup into a scratch server, migrates it to the schema of this code and checks it. The result is
 * written into a file for the relay, whether it passed or not.
 */
export async function runRestoreTest({ folder, file }: RestoreTestOptions): Promise<RestoreTest> {
  let backup: string | null = null;
  let counts: RestoredCounts | null = null;
  let failure: string | null = null;
  try {
    backup = await findNewestBackup(folder);
    counts = await restoreAndCheck(backup);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  const endedAt = new Date().toISOString();
  const former = file === null ? null : await readRestoreTest(file);
  const succeededAt = failure === null ? endedAt : (former?.succeededAt ?? null);
  const result = { backup, endedAt, failure, succeededAt };
  if (file !== null) await writeResult(file, result);
  return { result, counts };
}

/** The folder of backups, and the file for the result; null to write none. */
export interface RestoreTestOptions {
  readonly folder: string;
  readonly file: string | null;
}

/** The result of a restore test, and the counts of the restored database if it passed. */
export interface RestoreTest {
  readonly result: RestoreTestResult;
  readonly counts: RestoredCounts | null;
}

async function restoreAndCheck(backup: string): Promise<RestoredCounts> {
  const scratch = await openScratch(backup);
  try {
    await migrate(scratch.ownerUrl(DATABASE));
    const database = openDatabase({
      url: scratch.appUrl(DATABASE),
      poolSize: 1,
      applicationName: "restore-test",
    });
    try {
      return await checkRestored(database.em);
    } finally {
      await database.close();
    }
  } finally {
    await scratch.close();
  }
}

/** The relay never reads half a file. */
async function writeResult(file: string, result: RestoreTestResult): Promise<void> {
  const draft = `${file}.draft`;
  await writeFile(draft, `${JSON.stringify(result, null, 2)}\n`, { mode: 0o644 });
  restoreTestSchema.parse(JSON.parse(await readFile(draft, "utf8")));
  await rename(draft, file);
}

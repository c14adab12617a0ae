import { join, resolve } from "node:path";
import { loadEnvironment } from "../../../workers/config/load-environment.ts";
import { runCommand } from "../../../workers/operator/run-command.ts";
import { showHelp } from "../../../workers/operator/show-help.ts";
import { runRestoreTest } from "./run-restore-test.ts";
import { readLauncherConfig } from "../../launcher-config.ts";

showHelp(`Restores the newest backup into a scratch server, checks it and deletes it: npm run backup:test [-- <folder>]

The folder contains backups of npm run backup or pg_basebackup; the default is SIDELINE_DATA_DIR/backups. It verifies
the manifest, applies missing migrations, reads every table and verifies receipt chains. The result is written to
RESTORE_TEST_FILE, from which the relay exports it. The exit code is 1 if the test failed. Run it every week.`);

process.umask(0o077);

/** Runs one test and prints its result. */
async function testBackup([given]: readonly string[]): Promise<number> {
  const env = loadEnvironment();
  const folder = resolve(given ?? join(readLauncherConfig(env).dataDir, "backups"));
  const named = env["RESTORE_TEST_FILE"] ?? "";
  const { result, counts } = await runRestoreTest({
    folder,
    file: named === "" ? null : resolve(named),
  });
  if (result.failure !== null) {
    process.stderr.write(
      `The restore test of ${result.backup ?? folder} failed: ${result.failure}\n`,
    );
    return 1;
  }
  process.stdout.write(`${result.backup} passed its restore test: ${JSON.stringify(counts)}\n`);
  return 0;
}

await runCommand(() => testBackup(process.argv.slice(2)));

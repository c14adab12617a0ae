import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { restoreTestSchema } from "../../workers/relay/restore-test-result.ts";

/** The backups in a folder of the backup job: base backups, segments of the log, and the last restore test. */
export function readBackup(folder: string) {
  const report = join(folder, "report/restore-test.json");
  return {
    base: globSync("base/20*", { cwd: folder }).length,
    log: globSync("wal/*", { cwd: folder }).length,
    report: existsSync(report)
      ? restoreTestSchema.parse(JSON.parse(readFileSync(report, "utf8")))
      : null,
  };
}

import { join, resolve } from "node:path";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { runCommand } from "../workers/operator/run-command.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { takeBackup } from "./backup/take-backup.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { requireStack } from "./stack/stack-file.ts";
import { openStackSecrets } from "./stack/stack-secrets.ts";

showHelp(`Backs up the embedded stack while it runs: npm run backup [-- <folder>]

The folder is created; the default is SIDELINE_DATA_DIR/backups/<instant>. It contains the database, the keys, the
media files and the accounts of the development provider, so protect it like these.`);

// Keys and personal data are readable only by their owner.
process.umask(0o077);

/** Writes one backup and prints its location. */
async function backup([given]: readonly string[]): Promise<number> {
  const { dataDir } = readLauncherConfig(loadEnvironment());
  const { ports } = requireStack(dataDir);
  const instant = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const folder = resolve(given ?? join(dataDir, "backups", instant));
  const { passwords } = openStackSecrets(dataDir);
  const superuserUrl = `postgresql://postgres:${passwords.superuser}@127.0.0.1:${ports["postgres"]}/postgres`;
  await takeBackup({ dataDir, superuserUrl, folder });
  process.stdout.write(`Backed up to ${folder}\n`);
  return 0;
}

await runCommand(() => backup(process.argv.slice(2)));

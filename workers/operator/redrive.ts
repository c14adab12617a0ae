import { parseArgs } from "node:util";
import { redriveDeadLetters } from "../../activities/outbox/redrive-dead-letters.ts";
import { openDatabase, type Database } from "../../db/open-database.ts";
import { listDeadLetters } from "../../db/outbox/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Lists the dead letters of the outbox, or makes them due again:

  npm run outbox:redrive                    lists them
  npm run outbox:redrive -- <id>... | --all makes these, or all, due again`;

const MOST_LISTED = 200;

/** Lists the dead letters without arguments; with ids, or `--all`, makes them due again. */
async function redrive(args: string[]): Promise<number> {
  const { positionals: ids, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: "boolean", default: false } },
  });
  const { databaseUrl } = findInstallation(loadEnvironment());
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: "redrive" });
  if (ids.length > 0 || values.all) await makeDue(database, values.all ? null : ids);
  else await list(database);
  await database.close();
  return 0;
}

async function makeDue({ em }: Database, ids: readonly string[] | null): Promise<void> {
  const count = await transact(em, (tx) => redriveDeadLetters(tx, { ids }));
  process.stdout.write(`${count} dead letters are due again.\n`);
}

async function list({ em }: Database): Promise<void> {
  const deadLetters = await listDeadLetters(em.fork(), MOST_LISTED);
  for (const { id, deadAt, consumer, type, attempts, lastError } of deadLetters) {
    process.stdout.write(`${id}  ${deadAt}  ${consumer}  ${type}  ${attempts}x  ${lastError}\n`);
  }
  process.stdout.write(
    deadLetters.length === 0
      ? "There are no dead letters.\n"
      : "Make them due again with: npm run outbox:redrive -- <id>... or --all\n",
  );
}

showHelp(USAGE);
await runCommand(() => redrive(process.argv.slice(2)));

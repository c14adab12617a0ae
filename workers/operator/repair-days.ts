import { parseArgs } from "node:util";
import { type RepairOutcome, repairAll } from "../../activities/agenda/isolation/repair-all.ts";
import type { RepairedRelationship } from "../../activities/agenda/isolation/repair-relationship.ts";
import { openDatabase } from "../../db/orm.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Opens days that were missed, and tries again what is withheld from open days:

  npm run days:repair                            of all relationships that need it
  npm run days:repair -- <relationship-id>...    of these

It says what it did for each. Closed days stay as they are. Interrupted, run it again: it goes on with the rest, and
where nothing is left to do it changes nothing. A relationship whose days cannot be opened stops no other; it is named,
and the command exits with 1. It needs the database alone.`;

/** Repairs relationships one by one and reports each. */
async function repair(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const only = positionals.length === 0 ? null : positionals.map((id) => id.toLowerCase());
  const { databaseUrl } = findInstallation(loadEnvironment());
  const database = openDatabase({ url: databaseUrl, poolSize: 2, applicationName: "days-repair" });
  let [count, failedCount] = [0, 0];
  try {
    for await (const outcome of repairAll(database.em, only)) {
      count += 1;
      if (outcome.kind !== "REPAIRED") failedCount += 1;
      process.stdout.write(`${outcome.relationshipId}: ${textOf(outcome)}\n`);
    }
  } finally {
    await database.close();
  }
  process.stdout.write(`${count - failedCount} of ${count} relationships are up to now.\n`);
  return failedCount === 0 ? 0 : 1;
}

function textOf(outcome: RepairOutcome): string {
  switch (outcome.kind) {
    case "REPAIRED":
      return reportOf(outcome.repaired);
    case "UNKNOWN":
      return "there is no such relationship";
    case "FAILED":
      return `its days cannot be opened (${outcome.failureClass})`;
  }
}

function reportOf(repaired: RepairedRelationship): string {
  const { openedCount, openedLate, shown, givenUp, withheld } = repaired;
  const counts = [
    [openedCount, "days opened"],
    [openedLate.length, "days opened late"],
    [shown.length, "occurrences shown"],
    [givenUp.length, "given up because their days have closed"],
    [withheld.length, "withheld"],
  ] as const;
  const done = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const failed = withheld.map(
    ({ localDate, sourceType, sourceId, faultClass }) =>
      `\n  ${localDate} ${sourceType} ${sourceId}: ${faultClass}`,
  );
  return `${done.length === 0 ? "nothing to do" : done.join(", ")}${failed.join("")}`;
}

showHelp(USAGE);
await runCommand(() => repair(process.argv.slice(2)));

import { parseArgs } from "node:util";
import { type RepairOutcome, repairAll } from "../../activities/agenda/isolation/repair-all.ts";
import type { RepairedRelationship } from "../../activities/agenda/isolation/repair-relationship.ts";
import { openDatabase } from "../../db/open-database.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Opens missed days, and retries occurrences withheld from open days:

  npm run days:repair                            of all relationships that need it
  npm run days:repair -- <relationship-id>...    of these

It reports the result of each relationship. Closed days stay as they are. After an interruption, run it again: it
continues with the rest, and repeating it changes nothing. A relationship whose days cannot be opened does not stop
the others; it is named, and the command exits with 1. It only needs the database.`;

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
  process.stdout.write(`${count - failedCount} of ${count} relationships are up to date.\n`);
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

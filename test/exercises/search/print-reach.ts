import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newId } from "../../../db/platform/new-id.ts";
import { migrate } from "../../../db/platform/migrate.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { startPostgres } from "../../../tools/postgres/postgres.ts";
import { removeCluster } from "../../../tools/postgres/postgres-place.ts";
import { findFreePorts } from "../../../tools/processes/ports.ts";
import { reachOf, storeCollection } from "./reach-of.ts";

const { values } = parseArgs({
  options: { help: { type: "boolean" }, tune: { type: "boolean" } },
});
if (values.help === true) {
  say("Prints how far the search of exercises reaches with queries as coaches type them.");
  say("--tune also lists what misses in the half that rules may be tuned with.");
} else await printReach();

async function printReach(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "sideline-reach-"));
  // The database server may run as another user and needs to traverse the folder.
  chmodSync(directory, 0o711);
  const [port = 0] = await findFreePorts(1);
  const postgres = await startPostgres({
    directory: join(directory, "postgres"),
    port,
    passwords: { superuser: newId(), owner: newId(), app: newId() },
    durable: false,
    onLine: () => undefined,
  });
  const name = "reach";
  await postgres.createDatabase(name);
  await migrate(postgres.ownerUrl(name));
  const url = postgres.appUrl(name);
  const { em, close } = openDatabase({ url, poolSize: 2, applicationName: "print-reach" });
  await storeCollection(em);
  for (const half of ["tune", "judge"] as const) {
    const { queries, first, inTen, nothing, missed } = await reachOf(em, newId(), half);
    say(`${half}: ${queries} queries, first ${first} %, in ten ${inTen} %, nothing ${nothing} %`);
    if (half === "tune" && values.tune === true) say(missed.join("\n"));
  }
  await close();
  await postgres.child.stop();
  await removeCluster(postgres.directory);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

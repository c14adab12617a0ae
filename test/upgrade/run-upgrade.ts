import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod";
import { showHelp } from "../../workers/operator/show-help.ts";
import { installRelease } from "./install-release.ts";
import { replaceMigrations } from "./replace-migrations.ts";
import { runNpm } from "./run-npm.ts";
import { withStack } from "./with-stack.ts";

const HERE = fileURLToPath(new URL("../../", import.meta.url));
const Releases = z.record(z.string(), z.string());
const releases = Releases.parse(
  JSON.parse(readFileSync(join(HERE, "deploy/releases.json"), "utf8")),
);

showHelp(`Tests the way from a release to this tree, in both orders of an upgrade:

  npm run test:upgrade -- ${Object.keys(releases).join("|")} [--folder .sideline/upgrade] [--only schema,data]

  schema   the release's tour and gates run on the schema of this tree, as between its migration and its processes
  data     this tree runs on the data that the release's tour has left, plays its own tour there, and continues what
           the release answered and left waiting

The release is installed once, in the folder.`);

const STEPS = ["schema", "data"] as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: ".sideline/upgrade" },
    only: { type: "string", default: STEPS.join(",") },
  },
});
const [release = ""] = positionals;
const commit = releases[release];
if (commit === undefined)
  throw new Error(`Name a release: ${Object.keys(releases).join(", ")} (deploy/releases.json)`);
const folder = resolve(values.folder, release);
const steps = values.only.split(",");
mkdirSync(folder, { recursive: true });
const there = await installRelease({ release, commit, folder });
if (steps.includes("schema")) await playOnNewSchema();
if (steps.includes("data")) await continueFromItsRows();
process.stdout.write(`\n${release} can be upgraded to this tree.\n`);

/** Between the migration and the last restart, processes of the release work on the new schema. */
async function playOnNewSchema(): Promise<void> {
  const restore = replaceMigrations(there, HERE);
  try {
    await runNpm(there, ["test", "--", "--silent", "test/tour/tour.http", "release-gates"]);
  } finally {
    restore();
  }
}

async function continueFromItsRows(): Promise<void> {
  const data = join(folder, "data");
  const recorded = join(folder, "stored.json.gz");
  rmSync(data, { recursive: true, force: true });
  await withStack(there, data, async (env) => {
    await runNpm(there, ["run", "tour"], env);
    // This tree's recorder, because the one of v0.2.0 ends with a ReferenceError. It knows the REST API and the tables.
    await runNpm(HERE, ["run", "stored:record", "--", recorded], env);
  });
  await withStack(HERE, data, (env) => runNpm(HERE, ["run", "tour"], env));
  await runNpm(HERE, ["test", "--", "test/frozen/stored-before.http"], {
    SIDELINE_STORED: recorded,
  });
}

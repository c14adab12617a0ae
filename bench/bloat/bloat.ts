// Measures the bloat of hot tables: `npm run bench:bloat`. Each kind of settings gets its own stack with many clients
// and weeks of their days. Phones send batches, then days pass. Figures: `../README.md#bloat`.
import { parseArgs } from "node:util";
import { Client as TemporalClient, Connection } from "@temporalio/client";
import { Client } from "pg";
import { buildDayTemplate } from "../days/day-template.ts";
import { addPastDays } from "../days/rebuild-weeks.ts";
import type { DaysHouse } from "../days/run-scan.ts";
import { addPeople } from "../phones/population.ts";
import { signInSome } from "../phones/sign-in-some.ts";
import { say } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { showLoad, showUse } from "../report/show-rounds.ts";
import { startBenchStack } from "../stack/stack.ts";
import { passDays, sendBatches } from "./loads.ts";
import { printBloat } from "./print-bloat.ts";
import { readBloat, resetCounts, watchDeadRows } from "./read-bloat.ts";
import { logVacuums } from "./read-vacuums.ts";
import { applySettings, type SettingsName, SETTINGS } from "./table-settings.ts";

const NAMES = Object.entries(SETTINGS)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join("\n");
showHelp(`Measures the bloat of hot tables, for each kind of table settings on its own stack.

  npm run bench:bloat -- [--clients 400] [--past 60] [--devices 64] [--batches 2400] [--days 8] [--taps 400]
    [--only product,fill]

Clients have past days without tasks. Some phones send batches of fifty operations, then days pass with taps on each.
Settings:
${NAMES}`);

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "400" },
    past: { type: "string", default: "60" },
    devices: { type: "string", default: "64" },
    batches: { type: "string", default: "2400" },
    days: { type: "string", default: "8" },
    taps: { type: "string", default: "400" },
    only: { type: "string", default: Object.keys(SETTINGS).join(",") },
  },
});
const chosen = new Set(values.only.split(","));
for (const name of Object.keys(SETTINGS).filter(isSettings)) if (chosen.has(name)) await take(name);

function isSettings(name: string): name is SettingsName {
  return name in SETTINGS;
}

async function take(name: SettingsName): Promise<void> {
  const stack = await startBenchStack();
  const database = new Client({ connectionString: stack.database.ownerUrl });
  const superuser = new Client({ connectionString: stack.superuserUrl });
  const connection = await Connection.connect({ address: stack.temporal.address });
  const temporal = new TemporalClient({ connection, namespace: stack.temporal.namespace });
  try {
    await Promise.all([database.connect(), superuser.connect()]);
    await temporal.schedule.getHandle("turn-days").pause("Scans are run by the benchmark");
    say(`\n${name}: ${SETTINGS[name].about}; ${values.clients} clients ...`);
    await measure({ stack, database, temporal }, superuser, name);
  } finally {
    await Promise.all([database.end(), superuser.end(), connection.close()]);
    await stack.stop();
  }
}

async function measure(house: DaysHouse, superuser: Client, name: SettingsName): Promise<void> {
  const { stack, database } = house;
  const template = await buildDayTemplate(stack, database);
  await addPeople(database, template, { from: 2, to: Number(values.clients) });
  await addPastDays(database, await listRelationships(database), Number(values.past));
  const owners = await signInSome(stack, database, Number(values.devices));
  await applySettings(superuser, name);
  await resetCounts(superuser);
  const vacuums = await logVacuums(superuser, stack.postgresLog);
  const dead = watchDeadRows(superuser);
  const batches = await sendBatches(house, owners, Number(values.batches));
  await dead.sample();
  say(`batches: ${showLoad(batches.rounds)}; ${showUse(batches.rounds)}`);
  // A day passes in half a minute here, so autovacuum looks for work each second instead of each minute.
  await superuser.query("alter system set autovacuum_naptime = 1");
  await superuser.query("select pg_reload_conf()");
  const load = { days: Number(values.days), taps: Number(values.taps), onDay: dead.sample };
  const taps = await passDays(house, batches.phones, load);
  say(`taps: ${showLoad(taps)}; ${showUse(taps)}`);
  printBloat(await readBloat(superuser), { mostDead: dead.most, vacuums: vacuums() });
}

async function listRelationships(database: Client): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>("select id from relationship");
  return rows.map(({ id }) => id);
}

// Rehearses a fault or a change of the production shape under load: `npm run drill -- failover`.
import { parseArgs } from "node:util";
import { disk } from "./drills/full-disk/disk.ts";
import { failover } from "./drills/failover.ts";
import { history } from "./drills/history/history.ts";
import { minorUpgrade } from "./drills/upgrade/minor-upgrade.ts";
import { password } from "./drills/password.ts";
import { pointInTime } from "./drills/restore/point-in-time.ts";
import { proxy } from "./drills/proxy.ts";
import { roll } from "./drills/roll/roll.ts";
import { secrets } from "./drills/rotation/secrets.ts";
import { standby } from "./drills/standby.ts";
import { showHelp } from "./report/show-help.ts";

showHelp(`Rehearses a fault under load, on a database cluster, HAProxy, two APIs, two workers and two relays of its own:

  npm run drill -- failover [--rounds 20] [--asynchronous] [--lagging]
                                     the primary is killed and a standby promoted; with --lagging one standby lags
  npm run drill -- standby           one of two standbys dies, then the last one
  npm run drill -- roll [--rounds 10]   APIs, workers and relays are replaced one after the other
  npm run drill -- proxy [--rounds 5]   HAProxy is killed
  npm run drill -- disk              the disk of the primary is full, then that of every member; needs root to mount
  npm run drill -- point-in-time     the database is restored to an instant while phones go on syncing
  npm run drill -- history           a history service and the matching service of Temporal are killed
  npm run drill -- secrets           certificates of database and proxy, keys of Keycloak and a client's secret are replaced
  npm run drill -- minor-upgrade     the database moves to the next minor release, and the schema of Temporal is updated
  npm run drill -- password          all processes move to another login of the database

Options: --phones 64, --rate 30 batches a second, --reads a second (as many as batches, in a roll 100), --keep leaves the folder with the logs. The exit code is 1 if the drill missed its goal.`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    rate: { type: "string", default: "30" },
    reads: { type: "string" },
    phones: { type: "string", default: "64" },
    lagging: { type: "boolean", default: false },
    asynchronous: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});
const options = {
  phones: Number(values.phones),
  rate: Number(values.rate),
  ...(values.reads !== undefined && { reads: Number(values.reads) }),
  asynchronous: values.asynchronous,
  lagging: values.lagging,
  keepsLogs: values.keep,
};
const DRILLS = {
  failover: { play: failover, rounds: 20 },
  standby: { play: standby, rounds: 1 },
  roll: { play: roll, rounds: 10 },
  proxy: { play: proxy, rounds: 5 },
  password: { play: password, rounds: 1 },
  disk: { play: disk, rounds: 1 },
  history: { play: history, rounds: 1 },
  secrets: { play: secrets, rounds: 1 },
  "minor-upgrade": { play: minorUpgrade, rounds: 1 },
  "point-in-time": { play: pointInTime, rounds: 1 },
} as const;
const [name = ""] = positionals;
const drill = Object.entries(DRILLS).find(([known]) => known === name)?.[1];
if (drill === undefined) throw new Error(`Name a drill: ${Object.keys(DRILLS).join(", ")}`);
process.exit(
  (await drill.play({ ...options, rounds: Number(values.rounds ?? drill.rounds) })) ? 0 : 1,
);

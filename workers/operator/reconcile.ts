import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import {
  type LaneRound,
  wakeLanes,
  wakeLanesOfDays,
} from "../../activities/sync/settlement/wake-lanes.ts";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import { openDatabase } from "../../db/open-database.ts";
import { USUAL_LANE_PACE } from "../../rules/sync/judge-lane-wake.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { featureSettlements } from "../feature-settlements.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { openTemporalClient } from "../outside/open-temporal-client.ts";
import { isNamespaceForeign } from "../outside/temporal-options.ts";
import { showHelp } from "./show-help.ts";
import { ensureNamespace } from "../worker/ensure-namespace.ts";
import { ensureSchedules } from "../worker/ensure-schedules.ts";

const USAGE = `Wakes every waiting actor, e.g. after Temporal lost its data: npm run actors:reconcile

It first creates the namespace, search attributes and schedules that are missing. It uses the stack running on
SIDELINE_DATA_DIR, or else the installation in the environment. It wakes as many at once as the workers can handle,
at most 100 a second.`;

const PER_SECOND = 100;

/** Wakes every waiting actor, e.g. after Temporal lost its data. */
async function reconcile(): Promise<number> {
  const { databaseUrl, temporal, lanes } = findInstallation(loadEnvironment());
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: "reconcile" });
  const client = openTemporalClient(temporal);
  const waking = {
    em: database.em,
    wakeActor: actorWaker(client, temporal.taskQueue),
    lanes,
    settlements: featureSettlements,
  };
  await ensureNamespace(client.connection, temporal.namespace, isNamespaceForeign(temporal));
  const { made } = await ensureSchedules(client, temporal.taskQueue);
  // A common memory: a lane with batches and days is woken once.
  const round: LaneRound = { reason: "RECONCILED", pace: USUAL_LANE_PACE, wakes: new Map() };
  const settling = await wakeLanes(waking, round);
  const waiting = await wakeLanesOfDays(waking, { ...round, lateBySeconds: null });
  const { foundCount, wokenCount } = await sweepOverdueActors(
    waking,
    { reason: "RECONCILED", lateBySeconds: null, perSecond: PER_SECOND },
    new AbortController().signal,
  );
  const found = foundCount + settling.dueCount + waiting.dueCount;
  const woken = wokenCount + settling.wokenCount + waiting.wokenCount;
  if (made.length > 0) process.stdout.write(`Schedules made: ${made.join(", ")}.\n`);
  process.stdout.write(`${found} actors are waiting, ${woken} were woken.\n`);
  await client.connection.close();
  await database.close();
  return found === woken ? 0 : 1;
}

showHelp(USAGE);
await runCommand(reconcile);

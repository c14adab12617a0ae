import { actorWaker } from "../activities/outbox/wake-actor.ts";
import { sweepOverdueActors } from "../activities/outbox/sweep-overdue-actors.ts";
import { openDatabase } from "../db/orm.ts";
import { loadEnvironment } from "./config/load-environment.ts";
import { findInstallation } from "./operator/find-installation.ts";
import { runCommand } from "./operator/run-command.ts";
import { openTemporalClient } from "./outside/temporal-client.ts";
import { showHelp } from "./operator/show-help.ts";

const USAGE = `Wakes every actor that waits for anything, e.g. after the data of Temporal were lost: npm run actors:reconcile

Works on the stack that runs on SIDELINE_DATA_DIR, or else on what the environment describes; 20 actors a second.`;

const PER_SECOND = 20;

/** Tells every actor that waits for anything, e.g. after the data of Temporal were lost. */
async function reconcile(): Promise<number> {
  const { databaseUrl, temporal } = findInstallation(loadEnvironment());
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: "reconcile" });
  const client = openTemporalClient(temporal);
  const { foundCount, toldCount } = await sweepOverdueActors(
    { em: database.em, wakeActor: actorWaker(client, temporal.taskQueue) },
    { reason: "RECONCILED", lateBySeconds: null, perSecond: PER_SECOND },
    new AbortController().signal,
  );
  process.stdout.write(`${foundCount} actors wait for something, ${toldCount} were told.\n`);
  await client.connection.close();
  await database.close();
  return foundCount === toldCount ? 0 : 1;
}

showHelp(USAGE);
await runCommand(reconcile);

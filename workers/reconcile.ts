import { actorWaker } from "../activities/outbox/wake-actor.ts";
import { sweepOverdueActors } from "../activities/outbox/sweep-overdue-actors.ts";
import { openDatabase } from "../db/orm.ts";
import { loadEnvironment } from "./config/load-environment.ts";
import { findInstallation } from "./operator/find-installation.ts";
import { runCommand } from "./operator/run-command.ts";
import { openTemporalClient } from "./outside/temporal-client.ts";

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

await runCommand(reconcile);

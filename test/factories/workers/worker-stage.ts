import { newId } from "../../../db/platform/new-id.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { openTemporalClient } from "../../../workers/outside/open-temporal-client.ts";
import { openNamespace } from "../../harness/namespace.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { startWorker } from "./actors.ts";
import { settlementDeps } from "../sync/settlement.ts";

interface WorkerStageOptions {
  readonly poolSize?: number;
  readonly lanes?: number;
}

/** A separate database and a worker on its own queue, on the real Temporal server. */
export async function openWorkerStage({ poolSize = 4, lanes = 1 }: WorkerStageOptions = {}) {
  const { appUrl, ownerUrl } = await useOwnDatabase();
  const database = openDatabase({ url: appUrl, poolSize, applicationName: "test" });
  const { em } = database;
  const temporal = await openNamespace();
  const client = openTemporalClient(temporal);
  const taskQueue = `test-${newId()}`;
  const stopWorker = await startWorker({
    ...temporal,
    taskQueue,
    settlement: { ...settlementDeps(em), lanes },
  });
  const close = async () => {
    await stopWorker();
    await client.connection.close();
    await database.close();
  };
  return { database, em, ownerUrl, client, taskQueue, close };
}

import { newId } from "../../db/new-id.ts";
import { openDatabase } from "../../db/orm.ts";
import { openTemporalClient } from "../../workers/outside/temporal-client.ts";
import { getTestPart } from "../harness/context.ts";
import { openTestDatabase } from "../harness/database.ts";
import { startWorker } from "./actors.ts";
import { settlementDeps } from "./settlement.ts";

/** A database of the file's own and a worker on a queue of its own, beside the real Temporal server. */
export async function openWorkerStage({ poolSize = 4 }: { readonly poolSize?: number } = {}) {
  const { appUrl, ownerUrl } = await openTestDatabase();
  const database = openDatabase({ url: appUrl, poolSize, applicationName: "test" });
  const { em } = database;
  const temporal = getTestPart("temporal");
  const client = openTemporalClient(temporal);
  const taskQueue = `test-${newId()}`;
  const stopWorker = await startWorker({ ...temporal, taskQueue, settlement: settlementDeps(em) });
  const close = async () => {
    await stopWorker();
    await client.connection.close();
    await database.close();
  };
  return { em, ownerUrl, client, taskQueue, close };
}

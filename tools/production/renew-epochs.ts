import type { Environment } from "../../workers/config/environment.ts";
import { findMediaPlace } from "../../workers/config/fields/media-fields.ts";
import { emitRestored } from "../../workers/operator/emit-restored.ts";
import { openMediaFiles } from "../../workers/outside/open-media-files.ts";
import { openDatabase } from "../../db/open-database.ts";

/**
 * Prepares a promoted database that may lack acknowledged transactions, like one restored from a backup. Otherwise
 * phones would hold receipts that this server never wrote.
 *
 * @param url of the promoted member itself, because the proxy leads nobody there yet.
 * @returns a report with one line per step.
 */
export async function renewEpochs(
  url: string,
  { env, dataDir }: { readonly env: Environment; readonly dataDir: string },
): Promise<string> {
  const database = openDatabase({ url, poolSize: 1, applicationName: "restored" });
  try {
    const { em } = database;
    return await emitRestored({
      em,
      files: await openMediaFiles(em, findMediaPlace(env, dataDir)),
    });
  } finally {
    await database.close();
  }
}

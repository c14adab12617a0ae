import { stopParts } from "./running-parts.ts";
import { closeWorkerParts } from "./worker-parts.ts";

/** Stops every part that the selected levels started, and the shared state of files if this process ran them itself. */
export default async function stopEverything(): Promise<void> {
  await closeWorkerParts();
  await stopParts();
}

import { stopParts } from "./running-parts.ts";
import { closeShared } from "./shared-by-files.ts";

/** Ends every part that the selected levels started, and what the files shared where this process ran them itself. */
export default async function stopEverything(): Promise<void> {
  await closeShared();
  await stopParts();
}

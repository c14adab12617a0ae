import { stopParts } from "./running-parts.ts";

/** Ends every part that the selected levels started. */
export default async function stopEverything(): Promise<void> {
  await stopParts();
}

import { needPostgres, startParts } from "./running-parts.ts";

/** What the store level needs. */
export default async function startForStore(): Promise<void> {
  await startParts(needPostgres);
}

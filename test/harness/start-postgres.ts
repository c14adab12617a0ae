import { needPostgres, startParts } from "./running-parts.ts";

/** Starts what the store level needs. */
export default async function startForStore(): Promise<void> {
  await startParts(needPostgres);
}

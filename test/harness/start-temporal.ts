import { needPostgres, startParts } from "./running-parts.ts";

/** What the flow level needs. */
export default async function startForFlow(): Promise<void> {
  await startParts(needPostgres);
}

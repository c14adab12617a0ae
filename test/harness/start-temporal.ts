import { needPostgres, needTemporal, needTimeSkipping, startParts } from "./running-parts.ts";

/** Starts what the flow level needs. */
export default async function startForFlow(): Promise<void> {
  await startParts(needPostgres, needTemporal, needTimeSkipping);
}

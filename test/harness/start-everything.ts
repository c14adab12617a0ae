import { needPostgres, needProvider, needTemporal, startParts } from "./running-parts.ts";

/** Starts what the http level needs. */
export default async function startForHttp(): Promise<void> {
  await startParts(needPostgres, needTemporal, needProvider);
}

import { needPostgres, needProvider, startParts } from "./running-parts.ts";

/** What the http level needs. */
export default async function startForHttp(): Promise<void> {
  await startParts(needPostgres, needProvider);
}

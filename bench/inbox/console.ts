import { inTurns, renewDesk } from "./desk.ts";
import { fillRoster } from "./fill-roster.ts";
import { type InboxReading, percentiles, timed } from "./pages.ts";

/** Milliseconds of the roster in its orders and with filters, and of the overview. */
export async function timeConsole(
  { stack, database, desk }: InboxReading,
  reads: number,
): Promise<readonly string[]> {
  await fillRoster(database);
  const workspace = desk.inbox.replace(/\/coach-tasks$/, "");
  const next = inTurns(desk);
  const lines: string[] = [];
  for (const [what, route] of Object.entries(ROUTES)) {
    await renewDesk(stack, desk);
    // Each connection of the pool plans a statement once.
    await timed(`${workspace}/${route}`, WARMING_READS, next);
    lines.push(`${what}: ${percentiles(await timed(`${workspace}/${route}`, reads, next))}`);
  }
  return lines;
}

const WARMING_READS = 20;

const ROUTES = {
  "clients by attention": "clients",
  "clients by name": "clients?sort=NAME",
  "clients by last sync": "clients?sort=LAST_SYNC",
  "clients off track": "clients?bucket=OFF_TRACK",
  "clients by a part of a name": "clients?q=lie",
  overview: "overview",
} as const;

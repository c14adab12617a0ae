import { randomUUID } from "node:crypto";
import { ms } from "../agenda/compare-with-sql.ts";
import { closedLoop, openLoop, quantile } from "../load.ts";
import { renewDesk } from "./desk.ts";
import { openMessenger, untilDelivered } from "./messages.ts";
import { type InboxReading, readingPages } from "./pages.ts";

const CONNECTIONS = 8;
const READS_PER_SECOND = 300;
/** Running conversations; one in three messages opens a task. */
const KNOWN = 400;

/**
 * Sends source events, a third of which make new tasks: alone, and during reads that arrive at random; then waits
 * until the actors catch up.
 */
export async function takeEventsIn(
  { stack, database, desk }: InboxReading,
  seconds: number,
): Promise<readonly string[]> {
  await renewDesk(stack, desk);
  const messenger = await openMessenger(stack, database, desk.workspaceId);
  const { relationshipIds, report } = messenger;
  const clientOf = (nth: number) => relationshipIds[nth % relationshipIds.length] ?? "";
  const known = Array.from({ length: KNOWN }, (_, nth) => [clientOf(nth), randomUUID()] as const);
  for (const [relationshipId, conversationId] of known)
    await report(relationshipId, conversationId);
  let sent = 0;
  const send = async () => {
    sent += 1;
    const [relationshipId = "", conversationId = ""] = known[sent % KNOWN] ?? [];
    const isNew = sent % 3 === 0;
    await report(relationshipId, isNew ? randomUUID() : conversationId);
  };
  const load = { connections: CONNECTIONS, seconds };
  const alone = await closedLoop(send, load);
  const [events, reads] = await Promise.all([
    closedLoop(send, load),
    openLoop(readingPages(desk), { perSecond: READS_PER_SECOND, seconds }),
  ]);
  const caughtUp = await untilDelivered(database);
  return [
    `${rateOf(alone)} events/s alone, ${rateOf(events)} with ${READS_PER_SECOND} reads/s; ` +
      `reads p95 ${ms(quantile(reads.latencies, 0.95))}; actors woken after ${caughtUp.toFixed(1)} s`,
  ];
}

const rateOf = ({ count, seconds }: { readonly count: number; readonly seconds: number }) =>
  (count / seconds).toFixed(0);

import type { Lane } from "../../activities/outbox/relay-pass.ts";
import { actorConsumer, startConsumer } from "../../contract/outbox/actor-consumer.ts";
import { actors, type ProductActor } from "../actors.ts";

/**
 * The lanes of a relay that wakes these actors. New actors start behind the rows of all lanes that wait for nobody
 * outside.
 */
export function lanesOf(of: readonly ProductActor[] = actors): readonly Lane[] {
  const wakeable = of.filter(({ definition }) => definition.wakesOn.length > 0);
  const woken = wakeable.map(({ definition }) => actorConsumer(definition.kind));
  const started = wakeable
    .filter(({ definition }) => definition.defersStarts === true)
    .map(({ definition }) => startConsumer(definition.kind));
  const lanes: readonly Lane[] = [{ name: "actors", consumers: woken, limit: 200 }, ...LANES];
  const prompt = lanes.filter(({ slackMs = 0, restMs = 0 }) => slackMs + restMs === 0);
  const yieldsTo = prompt.flatMap(({ consumers }) => consumers);
  return [...lanes, { name: "starts", consumers: started, limit: STARTS, yieldsTo }];
}

/** New actors of a pass. More urgent rows that come meanwhile wait for a fraction of a second. */
const STARTS = 25;

/**
 * Extra time of a lane with outside calls: a row begun at the end of a pass may take several timeouts of a mail
 * server.
 */
const OUTSIDE_MS = 60_000;

/**
 * The other consumers, grouped by how long they may take; each lane leases separately, so a slow mail server delays
 * no wake-up. A row of the feed may carry all events of a batch, some hundred.
 */
const LANES: readonly Lane[] = [
  // Nobody waits for the feed, and a pass costs as much as dozens of its rows.
  { name: "feed", consumers: ["event-feed"], limit: 250, restMs: 5_000 },
  // Push providers and mail servers may answer slowly; that must not delay other consumers' rows.
  { name: "mail", consumers: ["mail"], limit: 50, slackMs: OUTSIDE_MS },
  {
    name: "notifications",
    consumers: ["notification-delivery"],
    limit: 50,
    slackMs: OUTSIDE_MS,
  },
  // Rows that need a coach wait for no other consumer: pain reaches the coach within a minute.
  { name: "inbox", consumers: ["inbox"], limit: 100 },
  {
    name: "acts",
    consumers: ["agenda", "workouts", "form-mapping", "notifications", "session-review"],
    limit: 50,
  },
];

import type { Lane } from "../../activities/outbox/relay-pass.ts";
import { actors, type ProductActor } from "../actors.ts";

/** The lanes of a relay that wakes these actors. */
export function lanesOf(of: readonly ProductActor[] = actors): readonly Lane[] {
  const wakeable = of.filter(({ definition }) => definition.wakesOn.length > 0);
  const kinds = wakeable.map(({ definition }) => definition.kind);
  return [
    { name: "actors", consumers: kinds.map((kind) => `${kind}-actor` as const), limit: 200 },
    ...LANES,
  ];
}

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

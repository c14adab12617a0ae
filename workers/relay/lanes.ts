import type { Lane } from "../../activities/outbox/relay-pass.ts";
import { actors, type ProductActor } from "../actors.ts";

/** The lanes of a relay that tells these actors. */
export function lanesOf(of: readonly ProductActor[] = actors): readonly Lane[] {
  const heard = of.filter(({ definition }) => definition.wakesOn.length > 0);
  const kinds = heard.map(({ definition }) => definition.kind);
  return [
    { name: "actors", consumers: kinds.map((kind) => `${kind}-actor` as const), limit: 200 },
    ...LANES,
  ];
}

/** Beyond a pass: what was begun at its end, over several time-outs of a mail server. */
const OUTSIDE_MS = 60_000;

/**
 * The other consumers by how long they may take, each lane leasing for itself: a slow mail server delays no
 * wake-up. A row of the feed may bring all events of a batch, some hundred.
 */
const LANES: readonly Lane[] = [
  { name: "feed", consumers: ["event-feed"], limit: 250 },
  // Push providers and mail servers answer when they like; what they keep waiting is nobody else's row.
  { name: "mail", consumers: ["mail"], limit: 50, slackMs: OUTSIDE_MS },
  {
    name: "notifications",
    consumers: ["notification-delivery"],
    limit: 50,
    slackMs: OUTSIDE_MS,
  },
  // What wants a coach waits for nobody: pain is before the coach within a minute.
  { name: "inbox", consumers: ["inbox"], limit: 100 },
  {
    name: "acts",
    consumers: ["agenda", "workouts", "form-mapping", "notifications", "session-review"],
    limit: 50,
  },
];

import type { Lane } from "../../activities/outbox/relay-pass.ts";

/**
 * Consumers by how long they may take, each lane leasing for itself: a slow mail server delays no
 * wake-up. A row of the feed may bring all events of a batch, some hundred.
 */
export const LANES: readonly Lane[] = [
  {
    name: "actors",
    consumers: ["device-actor", "account-deletion-actor", "onboarding-actor"],
    limit: 200,
  },
  { name: "feed", consumers: ["event-feed"], limit: 250 },
  // Push providers and mail servers answer when they like; what they keep waiting is nobody else's row.
  { name: "mail", consumers: ["mail"], limit: 50 },
  { name: "notifications", consumers: ["notification-delivery"], limit: 50 },
  {
    name: "acts",
    consumers: ["agenda", "form-mapping", "notifications", "session-review"],
    limit: 50,
  },
];

import type { Lane } from "../../activities/outbox/relay-pass.ts";

/**
 * Consumers by how long they may take, each lane leasing for itself: a slow mail server delays no
 * wake-up. Feed rows come by the hundred and are handed over together.
 */
export const LANES: readonly Lane[] = [
  {
    name: "actors",
    consumers: ["device-actor", "account-deletion-actor", "onboarding-actor"],
    limit: 200,
  },
  { name: "feed", consumers: ["event-feed"], limit: 1_000 },
  { name: "acts", consumers: ["agenda", "form-mapping", "mail", "session-review"], limit: 50 },
];

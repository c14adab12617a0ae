import { MESSAGING_HINTS } from "./issue-vocabulary.ts";

/** Suggestions to the coach for a message to the client about their phones. */
export const SYNC_MESSAGE_HINTS = [
  ...MESSAGING_HINTS,
  "ASK_TO_READ_REFUSALS",
  "ASK_TO_OPEN_APP",
  "ASK_TO_CHECK_CLOCK",
] as const;
export type SyncMessageHint = (typeof SYNC_MESSAGE_HINTS)[number];

export const SYNC_HEALTH_LIMITS = {
  /** Maximum number of devices, those seen last first. */
  devices: 10,
  /** Newest refusals of a device that its codes are counted from. */
  refusals: 50,
  /** Days after which a refusal is no longer listed. */
  refusalDays: 30,
  /** Maximum number of issues, newest day first; their own route has all. */
  issues: 20,
  /** Hours without a sync after which entries that wait on a phone are worth a message. */
  quietHours: 24,
  /** Error of a clock from which it is worth a message, in minutes. */
  clockMinutes: 5,
} as const;

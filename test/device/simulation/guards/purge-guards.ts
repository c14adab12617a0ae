import type { Guard } from "./types.ts";

/** Guards of the session, of registrations and of purges. */
export const PURGE_GUARDS: readonly Guard[] = [
  {
    name: "another person is refused as long as somebody's data is on the device",
    file: "device/session/adopt-person.ts",
    text: 'return { kind: "OTHER_PERSON" };',
    without: "void 0;",
    history: [
      { kind: "ENQUEUE", act: "VALUE", task: 6, again: false },
      { kind: "SIGN_IN", person: "B" },
    ],
  },
  {
    name: "a purge destroys the key of the cache",
    file: "device/purge/obey-order.ts",
    text: "await vault.removeKey(cacheKey);",
    without: "",
    // The laws look at the keys after every fourth step.
    history: [
      { kind: "REFRESH" },
      { kind: "REFRESH" },
      { kind: "REFRESH" },
      { kind: "SERVER", event: "END_SESSIONS", person: "A" },
    ],
  },
  {
    name: "a purge deletes the tasks that were read",
    file: "device/purge/purge-statements.ts",
    text: '["snapshot", "optimistic", "canonical_id", "receipt_chain"]',
    without: '["optimistic", "canonical_id", "receipt_chain"]',
    history: [{ kind: "SERVER", event: "END_SESSIONS", person: "A" }],
  },
  {
    name: "an order that keeps the queue deletes no unsent operation",
    file: "device/purge/reached-operations.ts",
    text: 'isOfOrder && (!isUnsent || order.queue === "DELETE")',
    without: "isOfOrder",
    history: [
      { kind: "SERVER", event: "END_SESSIONS", person: "A" },
      { kind: "ENQUEUE", act: "VALUE", task: 1, again: false },
    ],
  },
  {
    name: "a revoked device registers again",
    file: "device/lanes/send-batch.ts",
    text: 'answer.kind === "REGISTER"',
    without: "false",
    history: [
      { kind: "SERVER", event: "REVOKE_DEVICES", person: "A" },
      { kind: "ENQUEUE", act: "SKIP", task: 10, again: false },
    ],
  },
  {
    name: "answered operations are handed over to the next device",
    file: "device/session/hand-over.ts",
    text: "device_ids from sync_operation",
    without: "device_ids from sync_operation where status in ('QUEUED', 'SYNCING')",
    history: [
      { kind: "ENQUEUE", act: "VALUE", task: 2, again: false },
      { kind: "SIGN_IN", person: "A" },
      { kind: "SERVER", event: "END", person: "A" },
    ],
  },
  {
    name: "a sign-out deletes unsent operations only with consent",
    file: "device/session/sign-out.ts",
    text: "unsent > losing || !(await decide(core, losing))",
    without: "!(await decide(core, 1_000))",
    history: [
      { kind: "PROVISIONAL", code: "OPERATION_VERSION_UNSUPPORTED" },
      { kind: "ENQUEUE", act: "TICK", task: 14, again: false },
      { kind: "SIGN_OUT", isSure: true },
    ],
  },
];

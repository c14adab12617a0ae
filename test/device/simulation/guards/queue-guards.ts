import type { Guard } from "./types.ts";

/** Guards of the queue and its lanes. */
export const QUEUE_GUARDS: readonly Guard[] = [
  {
    name: "a repeated operation id is the same action",
    file: "device/outbox/enqueue.ts",
    text: "if (await isKnown(core, scopeId, action)) return clientOperationId;",
    without: "",
    history: [{ kind: "ENQUEUE", act: "SKIP", task: 12, again: true }],
  },
  {
    name: "a waiting operation holds back later ones on its task",
    file: "device/lanes/batch/hold-operations.ts",
    text: "if (object === null) return;",
    without: "if (object !== null) return;",
    history: [
      { kind: "FAULTS", faults: [404] },
      { kind: "ENQUEUE", act: "SKIP", task: 2, again: false },
      { kind: "UNREADABLE" },
      { kind: "WAIT", ms: 60_000 },
      { kind: "ENQUEUE", act: "COMPLETE", task: 2, again: false },
      { kind: "WAIT", ms: 60_000 },
    ],
  },
  {
    name: "a verdict moves the counts of its scope in its transaction",
    file: "device/lanes/verdicts/apply-results.ts",
    text: "if (localStatus !== null) counts[localStatus] += 1;",
    without: "",
    history: [{ kind: "ENQUEUE", act: "VALUE", task: 49, again: false }],
  },
  {
    name: "a new version of the app sends again what the server could not read",
    file: "device/lanes/release-statements.ts",
    text: "where status = 'QUEUED' and wait_reason in",
    without: "where false and wait_reason in",
    history: [
      { kind: "FAULTS", faults: [404] },
      { kind: "ENQUEUE", act: "TICK", task: 40, again: false },
      { kind: "UNREADABLE" },
      { kind: "WAIT", ms: 60_000 },
    ],
  },
  {
    name: "a clock that was set back postpones no retry by more than the longest pause",
    file: "device/lanes/pauses.ts",
    text: "remaining > PAUSE_MS.most ? 0 : Math.max(0, remaining)",
    without: "Math.max(0, remaining)",
    history: [
      { kind: "FAULTS", faults: [503, 502] },
      { kind: "ENQUEUE", act: "COMPLETE", task: 7, again: false },
      { kind: "CLOCK", days: -400 },
    ],
  },
  {
    name: "a waiting lane wakes itself",
    file: "device/lanes/run-lanes.ts",
    text: "run.cancelTimer = clock.after(ms, () => enter(run));",
    without: "",
    history: [
      { kind: "CONNECTION", isUp: false },
      { kind: "ENQUEUE", act: "SKIP", task: 35, again: false },
    ],
  },
  {
    name: "an attempt without an answer is no verdict",
    file: "device/lanes/end-try.ts",
    text: "update sync_operation set status = 'QUEUED', updated_at = ?",
    without: "update sync_operation set status = 'REJECTED', updated_at = ?",
    history: [
      { kind: "CONNECTION", isUp: false },
      { kind: "ENQUEUE", act: "SKIP", task: 35, again: false },
    ],
  },
  {
    name: "accepted operations are sent again after a restore of the server",
    file: "device/read/refresh-scope.ts",
    text: "restored ? requeueAccepted(scopeId) :",
    without: "restored ? [] :",
    history: [
      { kind: "SERVER", event: "BACK_UP", person: "A" },
      { kind: "ENQUEUE", act: "SKIP", task: 23, again: false },
      { kind: "SERVER", event: "RESTORE", person: "A" },
    ],
  },
  {
    name: "the ids that the server gives are stored with the verdict, such as that of an import",
    file: "device/lanes/verdicts/verdict-statements.ts",
    text: "...canonicalIdStatements(scope, result, now),",
    without: "",
    history: [{ kind: "ENQUEUE", act: "IMPORT", task: 1, again: false }],
  },
  {
    name: "older revisions win after a restore of the server",
    file: "device/read/refresh-scope.ts",
    text: "...(restored ? forgetRevisions(scopeId) : []),",
    without: "",
    history: [
      { kind: "SERVER", event: "BACK_UP", person: "A" },
      { kind: "ELSEWHERE", nth: 0, isSkip: true },
      { kind: "REFRESH" },
      { kind: "SERVER", event: "RESTORE", person: "A" },
    ],
  },
];

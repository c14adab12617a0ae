import type { Operation } from "../../../../contract/sync/schema.ts";
import {
  RETRY_PAUSES_SECONDS,
  VERDICT_CODES,
  type VerdictCode,
} from "../../../../contract/sync/vocabulary.ts";
import { changeWater, judgeWater } from "./water.ts";
import {
  type Aside,
  at,
  type Expected,
  keyOf,
  type ModelDevice,
  type ModelOperation,
  type ModelReceipt,
  type ModelScope,
  type Sending,
} from "./terms.ts";

const DAY_SECONDS = 86_400;
const [FIRST_PAUSE_SECONDS, SECOND_PAUSE_SECONDS] = RETRY_PAUSES_SECONDS;

/**
 * The reference of the model test: sync by docs/rooms/sync.md#verdicts, without tables, locks or clocks. It has one
 * contested object (a day's water, with undo) and one uncontested kind (notes, whose rule can crash). Quick-log does
 * not admit operations of coaches' phones (`coachs`).
 */
export function createSyncModel(shape: {
  readonly phones: number;
  readonly coachs: readonly number[];
}) {
  const scopes: ModelScope[] = [newScope(), newScope()];
  const phones: ModelDevice[][] = Array.from({ length: shape.phones }, () => [newDevice()]);
  const receipts = new Map<string, ModelReceipt & { readonly fingerprint: string }>();
  const deferrals = new Map<string, Aside>();
  const state = { now: 0, broken: false };

  const scopeAt = (index: number) => at(scopes, index);
  const newestOf = (phone: number) => at(at(phones, phone), at(phones, phone).length - 1);

  function keep(device: ModelDevice, key: string, made: Expected & { fingerprint: string }) {
    const receipt = { ...made, key };
    receipts.set(key, receipt);
    device.receipts.push({ key, ...expectedOf(made) });
  }

  const mayQuickLog = ({ phone }: Sending) => !shape.coachs.includes(phone);

  function decide(sending: Sending, operation: ModelOperation): Expected {
    const { meaning } = operation;
    const scope = scopeAt(sending.scope);
    if (meaning.kind === "NOTE") {
      scope.notes.push(meaning.text);
      return accepted(1);
    }
    if (!mayQuickLog(sending)) return refused("ACTOR_NOT_ALLOWED");
    const expectedRevision = operation.wire.expectedRevision ?? 0;
    const key = keyOf(sending, operation.wire);
    const code = judgeWater(scope, { ...sending, meaning, expectedRevision, now: state.now });
    if (code !== null) return refused(code);
    return accepted(changeWater(scope, { ...sending, meaning, key, now: state.now }));
  }

  /**
   * Keys of the operations of a batch that are retryable, answered without a receipt. One that follows an operation
   * with the same id and a receipt only repeats that one.
   */
  function retryableOf(sending: Sending, operations: readonly ModelOperation[]): Set<string> {
    const firstOfId = new Map(
      operations.toReversed().map(({ wire, wrong }) => [keyOf(sending, wire), wrong]),
    );
    const keys = operations.map(({ wire }) => keyOf(sending, wire));
    return new Set(
      keys.filter(
        (key) => firstOfId.get(key) !== null && !receipts.has(key) && !deferrals.has(key),
      ),
    );
  }

  function answer(
    sending: Sending,
    operation: ModelOperation,
    { retryable, pending }: BatchSoFar,
  ): Expected & { fresh: boolean } {
    const { wire, meaning, wrong } = operation;
    const key = keyOf(sending, wire);
    const fingerprint = fingerprintOf(wire);
    const known = receipts.get(key);
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint)
        return { ...refused("OPERATION_ID_REUSED"), fresh: false };
      const status = known.status === "ACCEPTED" ? "ALREADY_ACCEPTED" : known.status;
      return { ...expectedOf(known), status, fresh: false };
    }
    const deferral = deferrals.get(key);
    if (deferral?.state === "OPEN") {
      const same = fingerprintOf(deferral.operation.wire) === fingerprint;
      const waits = deferral.behind === null ? "TEMPORARILY_UNPROCESSED" : "DEPENDENCY_PENDING";
      const code = same ? waits : "OPERATION_ID_REUSED";
      return { ...refused(code, false), fresh: false };
    }
    if (pending.has(key) && pending.get(key) !== fingerprint)
      return { ...refused("OPERATION_ID_REUSED", false), fresh: false };
    if (scopeAt(sending.scope).status === "PAUSED")
      return { ...refused("SCOPE_PAUSED", false), fresh: false };
    if (wrong !== null) return { ...refused(wrong, false), fresh: false };
    if (meaning.kind === "NOTE" && meaning.faulty && state.broken) {
      const dueAt = state.now + FIRST_PAUSE_SECONDS;
      const aside = { ...sending, operation, behind: null, attempts: 1, dueAt };
      deferrals.set(key, { ...aside, state: "OPEN" });
      return { ...refused("TEMPORARILY_UNPROCESSED", false), fresh: true };
    }
    const behind = followed(sending, operation);
    if (behind !== null && deferrals.get(behind)?.state === "OPEN" && mayQuickLog(sending)) {
      const dueAt = state.now + FIRST_PAUSE_SECONDS;
      const aside = { ...sending, operation, behind, attempts: 0, dueAt };
      deferrals.set(key, { ...aside, state: "OPEN" });
      return { ...refused("DEPENDENCY_PENDING", false), fresh: true };
    }
    const comesAgain = behind !== null && retryable.has(behind) && !receipts.has(behind);
    if (comesAgain && mayQuickLog(sending)) {
      retryable.add(key);
      pending.set(key, fingerprint);
      return { ...refused("DEPENDENCY_PENDING", false), fresh: false };
    }
    const decided = decide(sending, operation);
    keep(sending.device, key, { ...decided, fingerprint });
    return { ...decided, fresh: true };
  }

  function submit(sending: Sending, operations: readonly ModelOperation[]) {
    const scope = scopeAt(sending.scope);
    if (scope.status === "ENDED") return "NOT_FOUND";
    if (!sending.device.active) return "DEVICE_REVOKED";
    const before = scope.water.revision;
    const retryable = retryableOf(sending, operations);
    const soFar: BatchSoFar = { retryable, pending: new Map() };
    const answers = operations.map((operation) => answer(sending, operation, soFar));
    if (answers.some(({ fresh }) => fresh)) sending.device.admitted += 1;
    if (scope.water.revision > before) scope.changes.push("task");
    return answers.map(expectedOf);
  }

  function retry(key: string, deferral: Aside): void {
    const { status } = scopeAt(deferral.scope);
    if (status === "ENDED") return conclude(key, deferral, refused("RELATIONSHIP_ENDED"));
    if (status === "PAUSED") {
      deferral.dueAt = state.now + DAY_SECONDS;
      return;
    }
    const parent = deferral.behind === null ? undefined : deferrals.get(deferral.behind);
    if (parent?.state === "OPEN") {
      deferral.dueAt = Math.max(parent.dueAt, state.now + FIRST_PAUSE_SECONDS);
      return;
    }
    if (deferral.behind !== null || !state.broken)
      return conclude(key, deferral, decide(deferral, deferral.operation));
    deferral.attempts += 1;
    if (deferral.attempts <= RETRY_PAUSES_SECONDS.length) {
      deferral.dueAt = state.now + SECOND_PAUSE_SECONDS;
      return;
    }
    conclude(key, deferral, refused("OPERATION_QUARANTINED"));
    deferral.state = "QUARANTINED";
  }

  function conclude(key: string, deferral: Aside, verdict: Expected): void {
    const { operation, device } = deferral;
    deferral.state = "DONE";
    for (const other of deferrals.values())
      if (other.behind !== null && other.phone === deferral.phone && other.scope === deferral.scope)
        other.dueAt = Math.min(other.dueAt, state.now);
    keep(device, key, { ...verdict, fingerprint: fingerprintOf(operation.wire) });
    device.settled += 1;
  }

  function settle(phone: number): void {
    for (const device of at(phones, phone)) {
      device.settled += device.admitted;
      device.admitted = 0;
      for (const [key, deferral] of deferrals) {
        const due = deferral.state === "OPEN" && deferral.dueAt <= state.now;
        if (due && deferral.device === device) retry(key, deferral);
      }
    }
  }

  function register(phone: number): void {
    newestOf(phone).active = false;
    at(phones, phone).push(newDevice());
  }

  /** Moves a relationship; returns the refusal's code if it cannot move. */
  function move(index: number, act: "PAUSE" | "RESUME" | "END"): string | null {
    const scope = scopeAt(index);
    if (scope.status === "ENDED") return "RELATIONSHIP_INACTIVE";
    const to = ({ PAUSE: "PAUSED", RESUME: "ACTIVE", END: "ENDED" } as const)[act];
    if (scope.status === to) return "STATE_CONFLICT";
    scope.status = to;
    if (to === "ENDED") {
      // Its day closes at once, and its open tasks are canceled.
      scope.water.revision += 1;
      scope.changes.push("task");
    }
    if (act === "RESUME") scope.changes.push("day");
    // Waiting operations are retried when it resumes or ends.
    for (const deferral of deferrals.values())
      if (act !== "PAUSE" && deferral.scope === index && deferral.state === "OPEN")
        deferral.dueAt = Math.min(deferral.dueAt, state.now);
    scope.changes.push("scope");
    return null;
  }

  return { scopes, phones, deferrals, state, newestOf, submit, settle, register, move };
}

/** The reference of one history. */
export type SyncModel = ReturnType<typeof createSyncModel>;

/** The deferred operation that an undo waits for. */
/** The operations of one batch that were answered without a receipt, so far. */
interface BatchSoFar {
  /** Keys; an operation that follows one of them waits. */
  readonly retryable: Set<string>;
  /** Fingerprints, by key, of those that wait for another; another content with their id is refused. */
  readonly pending: Map<string, string>;
}

function followed(sending: Sending, { meaning }: ModelOperation): string | null {
  if (meaning.kind !== "UNDO") return null;
  return keyOf(sending, { clientOperationId: meaning.undoes });
}

function newScope(): ModelScope {
  const water = { revision: 1, by: null, beforeRun: 1, entries: [] };
  return { status: "ACTIVE", changes: [], water, valueRows: 0, notes: [] };
}

function newDevice(): ModelDevice {
  return { active: true, receipts: [], admitted: 0, settled: 0 };
}

function accepted(revision: number): Expected {
  return { status: "ACCEPTED", code: null, revision, receipt: true };
}

function refused(code: VerdictCode, receipt = true): Expected {
  return { status: VERDICT_CODES[code].status, code, revision: null, receipt };
}

function expectedOf({ status, code, revision, receipt }: Expected): Expected {
  return { status, code, revision, receipt };
}

function fingerprintOf(wire: Operation): string {
  const { operationType, operationVersion, expectedRevision, payloadChecksum } = wire;
  return JSON.stringify([operationType, operationVersion, expectedRevision, payloadChecksum]);
}

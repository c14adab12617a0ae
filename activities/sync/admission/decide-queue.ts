import { refuse, type Decision, type Refused } from "../../../rules/sync/decision.ts";
import {
  judgeLinks,
  type LinkJudgement,
  type Standing,
  type Standings,
} from "../../../rules/sync/judge-parents.ts";
import type { FreshOperation } from "./decide-operations.ts";
import { judgeWithIds, type Judged, type Misfit, type Waiting } from "./judge-operation.ts";
import type { OperationFeature, ReadyOperation, WorkingCopy } from "../operation-feature.ts";

/** An operation that is deferred behind one that is. */
export interface WaitingForParent {
  readonly kind: "WAITING";
  readonly reason: "DEPENDENCY";
  readonly parent: string;
}

/** Decided by a rule; or crashed: then the fault; or it waits. All but the decided are deferred. */
export type Fate =
  | { readonly kind: "DECIDED"; readonly decision: Decision }
  | { readonly kind: "CRASHED"; readonly fault: unknown }
  | WaitingForParent
  | Waiting;

/** The working copies of the features, by feature. */
export type Copies = ReadonlyMap<OperationFeature, WorkingCopy<unknown>>;

/** What operations of the batch came to so far, by clientOperationId. */
type Outcomes = Map<string, Standing>;

/** Decides operations in the order sent, each on what the ones before it left. */
export function decideQueue(
  operations: readonly FreshOperation[],
  copies: Copies,
  outcomes: Outcomes,
): ReadonlyMap<number, Fate> {
  const fates = new Map<number, Fate>();
  for (const entry of operations) {
    const fate = decide(entry, copies, standingsOf(entry, outcomes));
    fates.set(entry.ordinal, fate);
    noteFate(entry, fate, outcomes);
  }
  return fates;
}

/** Tells later operations of the batch what became of this one. */
export function noteFate(
  { operation, replaces }: FreshOperation,
  fate: Fate,
  outcomes: Outcomes,
): void {
  outcomes.set(operation.clientOperationId, standingAfter(fate));
  if (fate.kind !== "DECIDED" || !fate.decision.accepted) return;
  for (const id of replaces) outcomes.set(id, { kind: "REFUSED", resubmitted: true });
}

/** The operation for its feature, with the ids of what its parents made; null when it is not understood. */
export function readyOperation(
  { operation, receiptId, attachments, time }: FreshOperation,
  judged: Judged,
): ReadyOperation<unknown> | null {
  if (judged.kind !== "UNDERSTOOD") return null;
  return {
    clientOperationId: operation.clientOperationId,
    operationType: operation.operationType,
    expectedRevision: operation.expectedRevision ?? null,
    clientRecordedAt: operation.clientRecordedAt,
    receiptId,
    intent: judged.intent,
    attachments,
    time,
  };
}

/** The operation with what its parents are known to have made by now, and as it came where they have not. */
export function withIdsSoFar(entry: FreshOperation, outcomes: Standings): Judged {
  if (entry.judged.kind !== "UNDERSTOOD") return entry.judged;
  const judged = judgeWithIds(
    entry.operation,
    entry.judged,
    madeBy(entry, standingsOf(entry, outcomes)),
  );
  return judged.kind === "UNDERSTOOD" ? judged : entry.judged;
}

function standingsOf({ named }: FreshOperation, outcomes: Standings): Standings {
  return { get: (id) => outcomes.get(id) ?? named.get(id) };
}

function standingAfter(fate: Fate): Standing {
  if (fate.kind !== "DECIDED") return { kind: "DEFERRED" };
  const { decision } = fate;
  return decision.accepted
    ? { kind: "ACCEPTED", canonicalIds: decision.canonicalIds }
    : { kind: "REFUSED", resubmitted: false };
}

function madeBy({ operation }: FreshOperation, standings: Standings) {
  return (operation.dependsOn ?? []).flatMap((id) => {
    const standing = standings.get(id);
    return standing?.kind === "ACCEPTED" ? standing.canonicalIds : [];
  });
}

function decide(entry: FreshOperation, copies: Copies, standings: Standings): Fate {
  if (entry.judged.kind === "MISFIT") return decided(refuseMisfit(entry.judged));
  const { dependsOn } = entry.operation;
  const held = heldBack(judgeLinks({ dependsOn, replaces: entry.replaces }, standings));
  if (held !== null) return held;
  if (entry.judged.kind === "WAITING") return entry.judged;
  if (entry.judged.kind === "UNREADABLE") return { kind: "CRASHED", fault: entry.judged.fault };
  try {
    return decideBy(copies.get(entry.judged.feature), entry, {
      judged: judgeWithIds(entry.operation, entry.judged, madeBy(entry, standings)),
    });
  } catch (fault) {
    return { kind: "CRASHED", fault };
  }
}

function refuseMisfit({ code, pointer }: Misfit): Refused {
  return pointer === undefined ? refuse(code) : { ...refuse(code), pointer };
}

function decideBy(
  copy: WorkingCopy<unknown> | undefined,
  entry: FreshOperation,
  { judged }: { readonly judged: Judged },
): Fate {
  if (judged.kind === "MISFIT") return decided(refuse(judged.code));
  if (judged.kind === "WAITING") return judged;
  if (judged.kind === "UNREADABLE") return { kind: "CRASHED", fault: judged.fault };
  const ready = readyOperation(entry, judged);
  if (copy === undefined || ready === null) throw new Error("The feature was not loaded");
  return decided(copy.decide(ready));
}

/** The fate of an operation that its links decide. */
function heldBack(links: LinkJudgement): Fate | null {
  switch (links.kind) {
    case "FREE":
      return null;
    case "PENDING":
    case "DEFERRED":
      return { kind: "WAITING", reason: "DEPENDENCY", parent: links.parent };
    default:
      return decided({ ...refuse(links.kind), parent: links.parent });
  }
}

function decided(decision: Decision): Fate {
  return { kind: "DECIDED", decision };
}

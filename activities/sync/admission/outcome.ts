import type { RefetchHint } from "../../../contract/sync/schema.ts";
import {
  type DeferralReason,
  FINAL_STATUSES,
  VERDICT_CODES,
  type VerdictCode,
} from "../../../contract/sync/vocabulary.ts";
import type { Decision, Refused } from "../../../rules/sync/decision.ts";
import type { ReferenceState } from "../../../rules/sync/judge-links.ts";
import { stateOfRefused } from "./references/reference-states.ts";

/** Decided, retryable, crashed with a fault, or waiting. The last two are deferred. */
export type Outcome =
  | { readonly kind: "DECIDED"; readonly decision: Decision }
  | Retryable
  | { readonly kind: "CRASHED"; readonly fault: unknown }
  | WaitingForParent
  | WaitingForMedia;

/** An operation that is deferred behind a deferred one. */
export interface WaitingForParent {
  readonly kind: "WAITING";
  readonly reason: "DEPENDENCY";
  readonly parent: string;
}

/** An operation that is deferred until its media arrive. */
export interface WaitingForMedia {
  readonly kind: "WAITING";
  readonly reason: Exclude<DeferralReason, "FAULT" | "DEPENDENCY">;
  /** When to retry, unless an event wakes it earlier. */
  readonly until: Date;
  readonly refetch: readonly RefetchHint[];
}

/** Refused with a provisional code: judged again when it is sent again, and nothing of it is stored. */
export interface Retryable {
  readonly kind: "RETRYABLE";
  readonly refused: Refused;
}

/** The outcome of a decision: a refusal with a provisional code is retryable. */
export function outcomeOf(decision: Decision): Outcome {
  if (decision.accepted || isFinal(decision.code)) return { kind: "DECIDED", decision };
  return { kind: "RETRYABLE", refused: decision };
}

function isFinal(code: VerdictCode): boolean {
  const { status } = VERDICT_CODES[code];
  return FINAL_STATUSES.some((final) => final === status);
}

/** The state of an operation for others of its batch that name it. */
export function stateAfter(outcome: Exclude<Outcome, Retryable>): ReferenceState {
  if (outcome.kind !== "DECIDED") return { kind: "DEFERRED" };
  const { decision } = outcome;
  if (decision.accepted) return { kind: "ACCEPTED", canonicalIds: decision.canonicalIds };
  return stateOfRefused({ code: decision.code, replacedBy: null });
}

/** Codes of operations that replaced nothing: the target was replaced before, or the operation itself was. */
const WITHOUT_PLACE: readonly VerdictCode[] = ["NOTHING_TO_RESUBMIT", "OPERATION_SUPERSEDED"];

/** The operations that this one replaced, newest first. */
export function replacedBy(
  { replaces }: { readonly replaces: readonly string[] },
  outcome: Outcome | undefined,
): readonly string[] {
  if (outcome?.kind === "RETRYABLE") return [];
  if (outcome?.kind !== "DECIDED" || outcome.decision.accepted) return replaces;
  return WITHOUT_PLACE.includes(outcome.decision.code) ? [] : replaces;
}

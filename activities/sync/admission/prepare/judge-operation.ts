import { hash } from "node:crypto";
import { canonicalForm } from "../../../../contract/canonical-form.ts";
import type { CanonicalId, Operation } from "../../../../contract/sync/schema.ts";
import type { PayloadFault } from "../../../../contract/payload-fault.ts";
import type { OperationPrincipal, VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import { refuse, type Refused } from "../../../../rules/sync/decision.ts";
import {
  findLocalReferences,
  withAnyIds,
  withCanonicalIds,
  type LocalReference,
} from "../../../../rules/sync/find-local-references.ts";
import { findForbiddenContent } from "../../../../rules/sync/find-forbidden-content.ts";
import type { PayloadReading } from "../../../payload-version.ts";
import {
  findOperationType,
  type OperationFeature,
  type OperationType,
} from "../../operation-feature.ts";
import { outcomeOf, type Outcome } from "../outcome.ts";

/**
 * Judges envelope and payload of one new operation (docs/rooms/sync.md#verdicts): I-JSON, checksum, type, version,
 * actor, hygiene, payload schema, revision present.
 */
export function judgeOperation(operation: Operation, context: JudgeContext): Judged {
  if (context.faulty) return misfit("PAYLOAD_NOT_IJSON");
  const { payload } = operation;
  const checksum = context.content?.checksum ?? checksumOf(payload);
  if (checksum !== operation.payloadChecksum) return unbound("CHECKSUM_MISMATCH");
  const found = findOperationType(context.features, operation.operationType);
  if (found === null) return unbound("OPERATION_UNKNOWN");
  const { feature, type } = found;
  const version = type.versions.get(operation.operationVersion);
  if (version === undefined) return unbound("OPERATION_VERSION_UNSUPPORTED");
  if (!type.principals.includes(context.actor)) return misfit("ACTOR_NOT_ALLOWED");
  if (!mayTakeAlong(type, operation)) return misfit("ATTACHMENT_NOT_ALLOWED");
  const { forbiddenAt: pointer } = context.content ?? {
    forbiddenAt: findForbiddenContent(payload),
  };
  if (pointer !== null) return misfit("PAYLOAD_FORBIDDEN_CONTENT", { pointer });
  const references = findLocalReferences(operation.payload, type.references ?? {});
  const judged = readIntent(withAnyIds(operation.payload, references), {
    feature,
    read: version.read,
    references,
  });
  const blind = type.requiresRevision && operation.expectedRevision === undefined;
  return judged.kind === "VALID" && blind ? misfit("EXPECTED_REVISION_MISSING") : judged;
}

/** An operation that its feature can decide. */
export interface Valid {
  readonly kind: "VALID";
  readonly feature: OperationFeature;
  readonly intent: unknown;
  /** Id fields that name a record of an earlier operation; `intent` contains a placeholder id there. */
  readonly references: readonly LocalReference[];
}

/**
 * The judgement of an operation by its own content: its feature can decide it, or it has an outcome already. It is
 * RETRYABLE if the refusal does not bind the id, and CRASHED if the feature's reader threw.
 */
export type Judged = Valid | Outcome;

/** The context that an operation is judged in. */
export interface JudgeContext {
  readonly features: readonly OperationFeature[];
  readonly actor: OperationPrincipal;
  /** True if its payload is not I-JSON. */
  readonly faulty: boolean;
  /** The result of an earlier scan of its payload; scanned if absent. */
  readonly content?: PayloadContent;
}

/** The result of scanning a whole payload. */
export interface PayloadContent {
  /** The server's own checksum; null for an operation without one. */
  readonly checksum: string | null;
  /** RFC 6901 pointer of forbidden content, or null. */
  readonly forbiddenAt: string | null;
}

/** The same operation, with local ids replaced by the ids that earlier operations created. */
export function judgeWithIds(
  operation: Operation,
  valid: Valid,
  made: readonly CanonicalId[],
): Judged {
  const { feature, references } = valid;
  if (references.length === 0) return valid;
  const payload = withCanonicalIds(operation.payload, references, made);
  if (payload === null) return misfit("LOCAL_ID_UNKNOWN");
  const type = feature.operationTypes.get(operation.operationType);
  const version = type?.versions.get(operation.operationVersion);
  if (version === undefined) throw new Error("A valid operation has no registered type or version");
  return readIntent(payload, { feature, read: version.read, references });
}

interface Reading {
  readonly feature: OperationFeature;
  readonly read: (payload: unknown) => PayloadReading<unknown>;
  readonly references: readonly LocalReference[];
}

/** Attachments are judged by the type although they are not part of the fingerprint. */
function mayTakeAlong(type: OperationType<unknown>, { attachments = [] }: Operation): boolean {
  const most = new Map(type.attachments?.map((rule) => [rule.purpose, rule.most]));
  const byPurpose = Map.groupBy(attachments, ({ purpose }) => purpose);
  return [...byPurpose].every(([purpose, own]) => own.length <= (most.get(purpose) ?? 0));
}

/** A feature's reader may have a bug, like its rules. */
function readIntent(payload: unknown, { feature, read, references }: Reading): Judged {
  try {
    const { intent, fault } = read(payload);
    if (fault !== undefined) return refusedPayload(fault);
    return { kind: "VALID", feature, intent, references };
  } catch (fault) {
    return { kind: "CRASHED", fault };
  }
}

function refusedPayload({ kind, pointer }: PayloadFault): Outcome {
  if (kind === "TOO_PRECISE") return misfit("VALUE_TOO_PRECISE", { pointer });
  return misfit("PAYLOAD_INVALID", { pointer, fault: kind });
}

/** The server's own checksum of a payload, computed as devices compute it. */
export function checksumOf(payload: unknown): string {
  return `sha-256:${hash("sha256", canonicalForm(payload))}`;
}

function misfit(code: VerdictCode, more: Partial<Refused> = {}): Outcome {
  return outcomeOf({ ...refuse(code), ...more });
}

/** A refusal that leaves no receipt, so that the same id may come again. */
function unbound(code: VerdictCode): Outcome {
  return { kind: "RETRYABLE", refused: refuse(code) };
}

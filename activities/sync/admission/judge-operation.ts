import { hash } from "node:crypto";
import { canonicalForm } from "../../../contract/canonical-form.ts";
import type { CanonicalId, Operation, RefetchHint } from "../../../contract/sync/schema.ts";
import type { PayloadFault, PayloadFaultKind } from "../../../contract/payload-fault.ts";
import type {
  OperationPrincipal,
  DeferralReason,
  VerdictCode,
} from "../../../contract/sync/vocabulary.ts";
import {
  findLocalReferences,
  withAnyIds,
  withCanonicalIds,
  type LocalReference,
} from "../../../rules/sync/find-local-references.ts";
import { findForbiddenContent } from "../../../rules/sync/find-forbidden-content.ts";
import type { PayloadReading } from "../../payload-version.ts";
import {
  findOperationType,
  type OperationFeature,
  type OperationType,
} from "../operation-feature.ts";

/**
 * Judges envelope and payload of one new operation (docs/rooms/sync.md#verdicts): I-JSON, checksum, type, version,
 * actor, hygiene, payload schema, revision present.
 */
export function judgeOperation(operation: Operation, context: JudgeContext): Judged {
  if (context.faulty) return misfit("PAYLOAD_NOT_IJSON");
  const { payload } = operation;
  const checksum = context.content?.checksum ?? checksumOf(payload);
  if (checksum !== operation.payloadChecksum) return misfit("CHECKSUM_MISMATCH", { binds: false });
  const found = findOperationType(context.features, operation.operationType);
  if (found === null) return misfit("OPERATION_UNKNOWN", { binds: false });
  const { feature, type } = found;
  const version = type.versions.get(operation.operationVersion);
  if (version === undefined) return misfit("OPERATION_VERSION_UNSUPPORTED", { binds: false });
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
 * An operation refused before a feature saw it. `binds` is true if the refusal is final, with a receipt that binds
 * the id.
 */
export interface RefusedOperation {
  readonly kind: "REFUSED";
  readonly code: VerdictCode;
  readonly binds: boolean;
  /** RFC 6901 pointer into the payload, if the code concerns one place of it. */
  readonly pointer?: string;
  /** The kind of fault, if the code is `PAYLOAD_INVALID`. */
  readonly fault?: PayloadFaultKind;
  /** The parent that caused the refusal. */
  readonly parent?: string;
}

/** The feature's reader crashed on the payload. */
export interface Undecodable {
  readonly kind: "UNDECODABLE";
  readonly fault: unknown;
}

/** An operation that cannot be decided yet: it is deferred, and the device gets a provisional answer. */
export interface Waiting {
  readonly kind: "WAITING";
  readonly reason: Exclude<DeferralReason, "FAULT" | "DEPENDENCY">;
  /** When to retry, unless an event wakes it earlier. */
  readonly until: Date;
  readonly refetch: readonly RefetchHint[];
}

/** The judgement of an operation before the rules of a feature run. */
export type Judged = Valid | RefusedOperation | Undecodable | Waiting;

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
  understood: Valid,
  made: readonly CanonicalId[],
): Judged {
  const { feature, references } = understood;
  if (references.length === 0) return understood;
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
    if (fault !== undefined) return refusedOperation(fault);
    return { kind: "VALID", feature, intent, references };
  } catch (fault) {
    return { kind: "UNDECODABLE", fault };
  }
}

function refusedOperation({ kind, pointer }: PayloadFault): RefusedOperation {
  if (kind === "TOO_PRECISE") return misfit("VALUE_TOO_PRECISE", { pointer });
  return misfit("PAYLOAD_INVALID", { pointer, fault: kind });
}

/** The server's own checksum of a payload, computed as devices compute it. */
export function checksumOf(payload: unknown): string {
  return `sha-256:${hash("sha256", canonicalForm(payload))}`;
}

function misfit(
  code: VerdictCode,
  more: Partial<Pick<RefusedOperation, "binds" | "pointer" | "fault">> = {},
): RefusedOperation {
  return { kind: "REFUSED", code, binds: true, ...more };
}

import { hash } from "node:crypto";
import { canonicalForm } from "../../contract/canonical-json.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import type { OperationActor, VerdictCode } from "../../contract/sync/vocabulary.ts";
import { findForbiddenContent } from "../../rules/sync/find-forbidden-content.ts";
import type { OperationFeature } from "./operation-feature.ts";

/** An operation that its feature can decide. */
export interface Understood {
  readonly kind: "UNDERSTOOD";
  readonly feature: OperationFeature;
  readonly intent: unknown;
}

/**
 * An operation refused before any feature saw it. `binds` tells whether the refusal is final, with a
 * receipt that binds the id; `redact` that its payload must not be kept.
 */
export interface Misfit {
  readonly kind: "MISFIT";
  readonly code: VerdictCode;
  readonly binds: boolean;
  readonly redact: boolean;
}

/** What an operation must be judged against beside its own content. */
export interface JudgeContext {
  readonly features: readonly OperationFeature[];
  readonly actor: OperationActor;
  /** Its payload is not I-JSON. */
  readonly faulty: boolean;
}

/**
 * Judges envelope and payload of one new operation (decisions.md, "Verdicts"): I-JSON, checksum, type,
 * version, actor, hygiene, payload schema, revision present.
 */
export function judgeOperation(operation: Operation, context: JudgeContext): Understood | Misfit {
  if (context.faulty) return misfit("PAYLOAD_NOT_IJSON");
  if (checksumOf(operation.payload) !== operation.payloadChecksum)
    return misfit("CHECKSUM_MISMATCH", { binds: false });
  const feature = context.features.find(({ operationTypes }) =>
    operationTypes.has(operation.operationType),
  );
  const type = feature?.operationTypes.get(operation.operationType);
  if (feature === undefined || type === undefined)
    return misfit("OPERATION_UNKNOWN", { binds: false });
  const read = type.versions.get(operation.operationVersion);
  if (read === undefined) return misfit("OPERATION_VERSION_UNSUPPORTED", { binds: false });
  if (!type.actors.includes(context.actor)) return misfit("ACTOR_NOT_ALLOWED");
  if (findForbiddenContent(operation.payload) !== null)
    return misfit("PAYLOAD_FORBIDDEN_CONTENT", { redact: true });
  const intent = read(operation.payload);
  if (intent === null) return misfit("PAYLOAD_INVALID");
  if (type.requiresRevision && operation.expectedRevision === undefined)
    return misfit("EXPECTED_REVISION_MISSING");
  return { kind: "UNDERSTOOD", feature, intent };
}

/** Server's own checksum of a payload, as devices compute it. */
export function checksumOf(payload: unknown): string {
  return `sha-256:${hash("sha256", canonicalForm(payload))}`;
}

function misfit(
  code: VerdictCode,
  { binds = true, redact = false }: { binds?: boolean; redact?: boolean } = {},
): Misfit {
  return { kind: "MISFIT", code, binds, redact };
}

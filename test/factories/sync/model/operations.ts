import { checksumOf } from "../../../../activities/sync/admission/prepare/judge-operation.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import type { Play } from "./agree.ts";
import type { Draft } from "./commands.ts";
import { at, type Meaning, type ModelOperation } from "./terms.ts";
import { NOTE_TYPE } from "./world.ts";

/** The operation that a phone queues for a draft. */
export function operationOf(
  play: Play,
  draft: Draft,
  { before, scope }: { before: readonly { operation: ModelOperation }[]; scope: number },
): ModelOperation {
  play.count += 1;
  const picked = (pick: number) =>
    before.at(pick % Math.max(1, before.length))?.operation.wire.clientOperationId;
  const reused = draft.reuses === null ? undefined : picked(draft.reuses);
  const sips = before.filter(({ operation }) => operation.meaning.kind === "SIP");
  const undone = sips.at(draft.undoes % Math.max(1, sips.length))?.operation.wire;
  const undoes = undone?.clientOperationId ?? "none";
  const meaning = meaningOf(draft, { count: play.count, undoes });
  const { waterId } = at(play.world.scopes, scope);
  const { revision } = at(play.model.scopes, scope).water;
  const seen = { SEEN: revision, FIRST: 1, AHEAD: revision + 1 }[draft.revision];
  const payload = payloadOf(meaning, waterId, draft.fault);
  const { wrong } = draft;
  const wire: Operation = {
    clientOperationId: reused ?? `op-${play.count}`,
    operationType: wrong === "OPERATION_UNKNOWN" ? "test.unknown" : TYPES[meaning.kind],
    operationVersion: wrong === "OPERATION_VERSION_UNSUPPORTED" ? 99 : 1,
    localSequence: play.count,
    expectedRevision: seen,
    clientRecordedAt: "2026-01-05T08:00:00.000Z",
    payloadChecksum: checksumOf(wrong === "CHECKSUM_MISMATCH" ? { wrong } : payload),
    payload,
  };
  return { meaning, wire, wrong };
}

const TYPES = { SIP: "quick-log.record-value", UNDO: "quick-log.undo", NOTE: NOTE_TYPE } as const;

function meaningOf(draft: Draft, { count, undoes }: { count: number; undoes: string }): Meaning {
  const { kind, minute, amount, fault } = draft;
  if (kind === "SIP") return { kind, minute, amount };
  if (kind === "UNDO") return { kind, undoes };
  return { kind, text: `note ${count}`, faulty: fault !== null };
}

function payloadOf(meaning: Meaning, taskId: string, fault: Draft["fault"]) {
  switch (meaning.kind) {
    case "NOTE":
      return { text: meaning.text, ...(fault === null ? {} : { fault }) };
    case "UNDO":
      return { taskId, undoesClientOperationId: meaning.undoes };
    case "SIP":
      return {
        taskId,
        metricKind: "WATER",
        value: meaning.amount,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: new Date(Date.UTC(2026, 0, 5, 8, meaning.minute)).toISOString(),
      };
  }
}

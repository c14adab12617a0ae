import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { SKIP_SEVERITIES, type SkipReasonGroup } from "../../contract/quick-log/vocabulary.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import type { SkipReport } from "../../db/quick-log/settlement.ts";
import { skipGroupOf } from "../../rules/quick-log/route-skips.ts";

/** The key of a coach's case. Further skips with the same key join that case. */
export function skipCase({ relationshipId, reasonGroup, sourceContext }: SkipCase) {
  const dedupeKey = `skip/${relationshipId}/${reasonGroup}/${sourceContext}`;
  return { reasonGroup, sourceContext, dedupeKey, severity: SKIP_SEVERITIES[reasonGroup] };
}

interface SkipCase {
  readonly relationshipId: string;
  readonly reasonGroup: SkipReasonGroup;
  readonly sourceContext: string;
}

/**
 * Emitted once for each skip that was undone or overridden, even if the coach never received it.
 *
 * @param by id of the act that undid it. It distinguishes repeated withdrawals of a skip that can be made and undone
 *   again.
 */
export function skipWithdrawn(
  skip: SkipReport,
  workspaceId: string | null,
  by?: string,
): DomainEvent {
  const { relationshipId, receiptId, localDate, sourceContext } = skip;
  const reasonGroup = skipGroupOf(skip.reason);
  return {
    eventId: idFrom(receiptId, ["ClientSkipWithdrawn", by].filter(Boolean).join("/")),
    type: "ClientSkipWithdrawn",
    subjectId: skip.taskId,
    version: 0,
    refs: {
      workspaceId,
      relationshipId,
      receiptId,
      localDate,
      ...skipCase({ relationshipId, reasonGroup, sourceContext }),
    },
  };
}

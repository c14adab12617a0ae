import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { SKIP_SEVERITIES, type SkipReasonGroup } from "../../contract/quick-log/vocabulary.ts";
import { idFrom } from "../../db/new-id.ts";
import type { ToldOfSkip } from "../../db/quick-log/settlement.ts";
import { skipGroupOf } from "../../rules/quick-log/route-skips.ts";

interface SkipCase {
  readonly relationshipId: string;
  readonly reasonGroup: SkipReasonGroup;
  readonly sourceContext: string;
}

/** What a coach has one case of: whatever of it is told again goes on with that one. */
export function caseOf({ relationshipId, reasonGroup, sourceContext }: SkipCase) {
  const dedupeKey = `skip/${relationshipId}/${reasonGroup}/${sourceContext}`;
  return { reasonGroup, sourceContext, dedupeKey, severity: SKIP_SEVERITIES[reasonGroup] };
}

/**
 * Told once of each skip that was taken back or overtaken, whether or not it had reached the coach.
 *
 * @param by what took it back, of a skip that may be said again and taken back once more.
 */
export function skipWithdrawn(
  skip: ToldOfSkip,
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
      ...caseOf({ relationshipId, reasonGroup, sourceContext }),
    },
  };
}

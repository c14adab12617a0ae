import type { Severity } from "../../../contract/inbox/vocabulary.ts";
import { dueWithin } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case a conversation; each message is an occurrence. */
export function messageCases(waiting: readonly WaitingMessage[]): readonly SourceCase<"MESSAGE">[] {
  const byCase = Map.groupBy(waiting, ({ relationshipId, conversationId }) =>
    messageKey(relationshipId, conversationId),
  );
  return [...byCase].flatMap(([dedupeKey, messages]) =>
    messages.slice(0, 1).map(({ relationshipId, conversationId }) => ({
      relationshipId,
      kind: "MESSAGE",
      dedupeKey,
      taskType: "MESSAGE_FOLLOW_UP",
      context: "COMMUNICATION",
      summary: "MESSAGE_WAITS",
      sourceType: "CONVERSATION",
      sourceId: conversationId,
      route: `/clients/${relationshipId}/messages/${conversationId}`,
      due: dueWithin(() => 24, earliestOf(messages)),
      occurrences: messages.map(({ source, eventId, severity, acceptedAt }) => ({
        ...occurrence(`${source}:${eventId}`, acceptedAt),
        severity,
      })),
    })),
  );
}

/** A client's message that awaits a reply. */
export interface WaitingMessage {
  readonly relationshipId: string;
  readonly conversationId: string;
  readonly source: string;
  readonly eventId: string;
  readonly severity: Severity;
  readonly dueAt: Date | null;
  readonly acceptedAt: Date;
}

/** The key of a conversation's case. */
export function messageKey(relationshipId: string, conversationId: string): string {
  return `message:${relationshipId}:${conversationId}`;
}

function earliestOf(messages: readonly WaitingMessage[]): Date | null {
  const dues = messages.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()]));
  return dues.length === 0 ? null : new Date(Math.min(...dues));
}

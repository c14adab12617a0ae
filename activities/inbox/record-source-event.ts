import { hash } from "node:crypto";
import { canonicalForm } from "../../contract/canonical-form.ts";
import type {
  SourceEventAnswer,
  SourceEventBody,
  SourceEventOutcome,
} from "../../contract/inbox/source-event-schema.ts";
import { type CoachTaskEventType, INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { pipeline } from "../../db/platform/pipeline/pipeline.ts";
import { listInboxRelationships } from "../../db/inbox/inbox-rows.ts";
import { SourceEvent } from "../../db/inbox/source-events/source-event.ts";
import {
  findRelationshipTime,
  insertSourceEvent,
  saveSourceEventOutcome,
} from "../../db/inbox/source-events/insert-source-event.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { messageKey } from "../../rules/inbox/sources/message-cases.ts";
import { loadCases } from "./load-cases.ts";
import { settleFound } from "./settle-sources.ts";
import type { TaskChange } from "./record-changes.ts";

/**
 * Stores an event of another system (docs/rooms/inbox.md#outside). The inbox then queries all stored events of its
 * conversation, like our own sources, so order and repeats do not matter. A repeated event gets the same answer. The
 * number of statements does not depend on the client's other tasks.
 *
 * @throws Refusal NOT_FOUND (no such relationship in the workspace), SOURCE_EVENT_REUSED (repeated with other
 * content), VALIDATION_FAILED (an instant that is too far ahead).
 */
export async function recordSourceEvent(
  tx: Tx,
  body: SourceEventBody,
  { requestId }: { readonly requestId: string },
): Promise<SourceEventAnswer> {
  const { relationshipId: id, workspaceId, subjectId, eventId } = body;
  const [isLocked, now, relationships] = await pipeline(tx, (executor) => [
    lockScope(executor, id),
    findRelationshipTime(executor, { id, workspaceId }),
    listInboxRelationships(executor, [id], []),
  ]);
  if (!isLocked || now === null) throw new Refusal("NOT_FOUND");
  const sourceEvent = readSourceEvent(body, now);
  const query = { relationships, kinds: KINDS, oldestDate: null, conversationId: subjectId };
  const [isNew, found] = await pipeline(tx, (executor) => [
    insertSourceEvent(executor, sourceEvent),
    loadCases(executor, query, now),
  ]);
  if (!isNew) return await answerAgain(tx, sourceEvent);
  const scan = { causes: new Map([[id, eventId]]), requestId };
  const cases = { kinds: [], dedupeKeys: [messageKey(id, subjectId)] };
  const changes = await settleFound(
    tx,
    { scan, now, relationships, found, cases },
    (executor, all) => [saveSourceEventOutcome(executor, sourceEvent, answerOf(all))],
  );
  return answerOf(changes);
}

/** Clocks of other systems may be ahead by this much. */
const AHEAD_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** The kinds of sources that other systems report. */
const KINDS = ["MESSAGE"] as const;

const OUTCOMES: Readonly<Partial<Record<CoachTaskEventType, SourceEventOutcome>>> = {
  created: "OPENED",
  refreshed: "REFRESHED",
  resolved: "RESOLVED",
};

function readSourceEvent(body: SourceEventBody, now: Date): SourceEvent {
  const { source, eventId, type, relationshipId, subjectId, severity = "NORMAL" } = body;
  const fingerprint = hash("sha256", canonicalForm(body), "base64url");
  const known = { source, eventId, fingerprint, type, relationshipId, subjectId, severity };
  return { ...known, ...instantsOf(body, now), acceptedAt: now, outcome: null, taskId: null };
}

async function answerAgain(
  tx: Tx,
  { source, eventId, fingerprint }: SourceEvent,
): Promise<SourceEventAnswer> {
  const stored = await tx.findOneOrFail(SourceEvent, { source, eventId });
  if (stored.fingerprint !== fingerprint) throw new Refusal("SOURCE_EVENT_REUSED");
  return { taskId: stored.taskId, outcome: stored.outcome ?? "IGNORED" };
}

/** The effect on the task of the conversation. */
function answerOf([first]: readonly TaskChange[]): SourceEventAnswer {
  const outcome = first && OUTCOMES[first.type];
  return outcome === undefined
    ? { taskId: null, outcome: "IGNORED" }
    : { taskId: first?.task.id ?? null, outcome };
}

function instantsOf({ occurredAt, dueAt }: SourceEventBody, now: Date) {
  const [happened, due] = [new Date(occurredAt), dueAt === undefined ? null : new Date(dueAt)];
  if (happened.getTime() > now.getTime() + AHEAD_MS) throw refuse("/occurredAt");
  const latest = now.getTime() + INBOX_LIMITS.snoozeDays * DAY_MS;
  if (due !== null && due.getTime() > latest) throw refuse("/dueAt");
  return { occurredAt: happened, dueAt: due };
}

function refuse(pointer: string): Refusal {
  const message = "Too far in the future";
  return new Refusal("VALIDATION_FAILED", { errors: [{ pointer, code: "custom", message }] });
}

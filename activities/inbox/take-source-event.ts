import { hash } from "node:crypto";
import { canonicalForm } from "../../contract/canonical-json.ts";
import type {
  SourceEventAnswer,
  SourceEventBody,
  SourceEventOutcome,
} from "../../contract/inbox/source-event-schema.ts";
import { type CoachTaskEventType, INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { SourceEvent } from "../../db/inbox/source-event.ts";
import { isRelationshipOf, keepSourceEvent } from "../../db/inbox/sources/outside-events.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { settleSources } from "./settle-sources.ts";

/** Clocks of other systems may be ahead by so much. */
const AHEAD_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

const OUTCOMES: Readonly<Partial<Record<CoachTaskEventType, SourceEventOutcome>>> = {
  created: "OPENED",
  refreshed: "REFRESHED",
  resolved: "RESOLVED",
};

/**
 * Takes in what another system tells of (docs/rules.md#inbox-outside): it is kept, and the inbox asks what is kept, as it
 * asks sources of our own. So order and repeats come to the same; told again, it is answered as before.
 *
 * @throws Refusal NOT_FOUND (no such relationship in the workspace), SOURCE_EVENT_REUSED (told with another content),
 *   VALIDATION_FAILED (an instant that lies too far ahead).
 */
export async function takeSourceEvent(
  tx: Tx,
  body: SourceEventBody,
  { requestId }: { readonly requestId: string },
): Promise<SourceEventAnswer> {
  const { source, eventId, type, relationshipId: id, workspaceId, subjectId } = body;
  const isLocked = await lockScope(tx, id);
  if (!isLocked || !(await isRelationshipOf(tx, id, workspaceId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const fingerprint = hash("sha256", canonicalForm(body), "base64url");
  const { occurredAt, dueAt } = instantsOf(body, now);
  const { severity = "NORMAL" } = body;
  const known = { source, eventId, fingerprint, type, relationshipId: id, subjectId, severity };
  const told = { ...known, occurredAt, dueAt, acceptedAt: now, outcome: null, taskId: null };
  if (!(await keepSourceEvent(tx, told))) return await answerAgain(tx, told);
  await settleSources(tx, {
    relationshipIds: [id],
    kinds: ["MESSAGE"],
    oldestDate: null,
    causes: new Map([[id, eventId]]),
    requestId,
  });
  const answer = await findOutcome(tx, eventId);
  await tx.nativeUpdate(SourceEvent, { source, eventId }, answer);
  return answer;
}

async function answerAgain(
  tx: Tx,
  { source, eventId, fingerprint }: SourceEvent,
): Promise<SourceEventAnswer> {
  const kept = await tx.findOneOrFail(SourceEvent, { source, eventId });
  if (kept.fingerprint !== fingerprint) throw new Refusal("SOURCE_EVENT_REUSED");
  return { taskId: kept.taskId, outcome: kept.outcome ?? "IGNORED" };
}

/** What was written to the history of a task because of the event. */
async function findOutcome(tx: Tx, sourceEventId: string): Promise<SourceEventAnswer> {
  const [written] = await tx.find(CoachTaskEvent, { sourceEventId }, { orderBy: { id: "asc" } });
  const outcome = written && OUTCOMES[written.type];
  return outcome === undefined
    ? { taskId: null, outcome: "IGNORED" }
    : { taskId: written?.taskId ?? null, outcome };
}

function instantsOf({ occurredAt, dueAt }: SourceEventBody, now: Date) {
  const [happened, due] = [new Date(occurredAt), dueAt === undefined ? null : new Date(dueAt)];
  if (happened.getTime() > now.getTime() + AHEAD_MS) throw refuse("/occurredAt");
  const latest = now.getTime() + INBOX_LIMITS.snoozeDays * DAY_MS;
  if (due !== null && due.getTime() > latest) throw refuse("/dueAt");
  return { occurredAt: happened, dueAt: due };
}

function refuse(pointer: string): Refusal {
  const message = "Lies too far ahead";
  return new Refusal("VALIDATION_FAILED", { errors: [{ pointer, code: "custom", message }] });
}

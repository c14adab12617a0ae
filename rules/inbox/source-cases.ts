import type { Severity, SourceKind } from "../../contract/inbox/vocabulary.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { reachingSkips } from "../quick-log/route-skips.ts";
import { type DayReview, isReviewed, type Occurrence } from "./settle-case.ts";
import { severityOfSkip, type Source, sourceOf, sourceOfSkips } from "./source.ts";

/** The present state of one case of a relationship, and what a coach opens to see it. */
export interface SourceCase {
  readonly relationshipId: string;
  readonly dedupeKey: string;
  readonly kind: SourceKind;
  readonly source: Source;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly route: string;
  /** Deadline set by its source; absent if it follows from its kind. */
  readonly dueAt?: Date | null;
  readonly occurrences: readonly Occurrence[];
}

/** A complete baseline profile, at its last change or its assignment to a coach. */
export interface CompleteProfile {
  readonly relationshipId: string;
  readonly changedAt: Date;
}

/** A submitted form. */
export interface SubmittedForm {
  readonly relationshipId: string;
  readonly assignmentId: string;
  readonly submissionId: string;
  readonly submittedAt: Date;
}

/** A skipped onboarding questionnaire. */
export interface SkippedQuestionnaire {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly skippedAt: Date;
}

/** A workout whose plan requires a review that is still missing. */
export interface UnreviewedWorkout {
  readonly relationshipId: string;
  readonly sessionId: string;
  readonly acceptedAt: Date;
}

/** A local day with missed check-ins, after the last completed one. */
export interface MissedDay {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly closedAt: Date | null;
}

/** A client who fell off track, and the newest closed day that was reported. */
export interface FallenTrend {
  readonly relationshipId: string;
  readonly toldAt: Date;
  readonly localDate: string | null;
}

/** A skip in force. */
export interface OpenSkip {
  readonly receiptId: string;
  /** Skips of one session that share a group count once. */
  readonly countsWith: string;
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly sourceContext: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
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

/** The source facts of some relationships. */
export interface SourceFacts {
  readonly profiles: readonly CompleteProfile[];
  readonly forms: readonly SubmittedForm[];
  readonly questionnaires: readonly SkippedQuestionnaire[];
  readonly workouts: readonly UnreviewedWorkout[];
  readonly misses: readonly MissedDay[];
  readonly trends: readonly FallenTrend[];
  readonly skips: readonly OpenSkip[];
  readonly messages: readonly WaitingMessage[];
}

/** The cases that follow from the facts, each once (docs/rooms/inbox.md#sources). */
export function sourceCasesOf(facts: SourceFacts): readonly SourceCase[] {
  const bySkips = Map.groupBy(facts.skips, ({ relationshipId }) => relationshipId);
  const byMisses = Map.groupBy(facts.misses, ({ relationshipId }) => relationshipId);
  const byConversations = Map.groupBy(
    facts.messages,
    ({ relationshipId, conversationId }) => `${relationshipId}:${conversationId}`,
  );
  return [
    ...facts.profiles.map(profileCase),
    ...facts.forms.map(formCase),
    ...facts.questionnaires.map(questionnaireCase),
    ...facts.workouts.map(workoutCase),
    ...[...byMisses].map(([relationshipId, days]) => missedCase(relationshipId, days)),
    ...facts.trends.map(trendCase),
    ...[...bySkips.values()].flatMap(skipCases),
    ...[...byConversations.values()].flatMap(messageCases),
  ];
}

/**
 * The occurrences of a case that no review covers. Those without a stored acceptance time count as accepted at
 * `seenAt`.
 */
export function uncoveredOccurrences(
  { occurrences }: Pick<SourceCase, "occurrences">,
  reviews: readonly DayReview[],
  seenAt: (occurrenceKey: string) => Date,
): readonly (Occurrence & { readonly acceptedAt: Date })[] {
  return occurrences
    .map((one) => ({ ...one, acceptedAt: one.acceptedAt ?? seenAt(one.key) }))
    .filter((one) => !isReviewed(one, reviews));
}

function profileCase({ relationshipId, changedAt }: CompleteProfile): SourceCase {
  return {
    relationshipId,
    dedupeKey: `profile:${relationshipId}`,
    kind: "PROFILE",
    source: sourceOf("PROFILE"),
    sourceType: "CLIENT_PROFILE",
    sourceId: relationshipId,
    route: `/clients/${relationshipId}/profile`,
    occurrences: [occurrence(changedAt.toISOString(), changedAt)],
  };
}

function formCase(form: SubmittedForm): SourceCase {
  const { relationshipId, assignmentId, submissionId, submittedAt } = form;
  return {
    relationshipId,
    dedupeKey: `form:${assignmentId}`,
    kind: "FORM",
    source: sourceOf("FORM"),
    sourceType: "FORM_SUBMISSION",
    sourceId: submissionId,
    route: `/clients/${relationshipId}/form-submissions/${submissionId}`,
    occurrences: [occurrence(submissionId, submittedAt)],
  };
}

function questionnaireCase(skipped: SkippedQuestionnaire): SourceCase {
  const { relationshipId, taskId, skippedAt } = skipped;
  return {
    relationshipId,
    dedupeKey: `questionnaire:${taskId}`,
    kind: "QUESTIONNAIRE",
    source: sourceOf("QUESTIONNAIRE"),
    sourceType: "ONBOARDING_TASK",
    sourceId: taskId,
    route: `/clients/${relationshipId}/onboarding`,
    occurrences: [{ ...occurrence(skippedAt.toISOString(), skippedAt), severity: "LOW" }],
  };
}

function workoutCase({ relationshipId, sessionId, acceptedAt }: UnreviewedWorkout): SourceCase {
  return {
    relationshipId,
    dedupeKey: `workout:${sessionId}`,
    kind: "WORKOUT",
    source: sourceOf("WORKOUT"),
    sourceType: "WORKOUT_SESSION",
    sourceId: sessionId,
    route: `/clients/${relationshipId}/workouts/${sessionId}`,
    occurrences: [occurrence(sessionId, acceptedAt)],
  };
}

function missedCase(relationshipId: string, days: readonly MissedDay[]): SourceCase {
  return {
    relationshipId,
    dedupeKey: `check-in:${relationshipId}`,
    kind: "CHECK_IN",
    source: sourceOf("CHECK_IN"),
    sourceType: "RELATIONSHIP",
    sourceId: relationshipId,
    route: `/clients/${relationshipId}/check-ins`,
    occurrences: days.map(({ localDate, closedAt }) => ({
      ...occurrence(localDate, closedAt),
      localDate,
    })),
  };
}

function trendCase({ relationshipId, toldAt, localDate }: FallenTrend): SourceCase {
  const fallen = { ...occurrence(toldAt.toISOString(), toldAt), localDate };
  return {
    relationshipId,
    dedupeKey: `trend:${relationshipId}:ADHERENCE`,
    kind: "TREND",
    source: sourceOf("TREND"),
    sourceType: "RELATIONSHIP",
    sourceId: relationshipId,
    route: `/clients/${relationshipId}/adherence`,
    occurrences: [{ ...fallen, severity: "HIGH" }],
  };
}

function skipCases(skips: readonly OpenSkip[]): readonly SourceCase[] {
  const reaching = reachingSkips(skips);
  const cases = Map.groupBy(
    reaching,
    ({ reasonGroup, skip }) => `${reasonGroup}:${skip.sourceContext}`,
  );
  return [...cases].flatMap(([name, own]) => {
    const newest = own.toSorted((one, other) => compareSkips(one.skip, other.skip)).at(-1);
    if (newest === undefined) return [];
    const { reasonGroup, skip } = newest;
    const { relationshipId, taskId, localDate, sourceContext } = skip;
    return [
      {
        relationshipId,
        dedupeKey: `skip:${relationshipId}:${name}`,
        kind: "SKIP" as const,
        source: sourceOfSkips(reasonGroup, sourceContext),
        sourceType: "AGENDA_TASK",
        sourceId: taskId,
        route: `/clients/${relationshipId}/days/${localDate}`,
        occurrences: own.map(({ skip: each }) => ({
          key: each.receiptId,
          severity: severityOfSkip(each.reason, reasonGroup),
          acceptedAt: madeAt(each.receiptId),
          localDate: each.localDate,
        })),
      },
    ];
  });
}

/** The key of a conversation's case. */
export function messageKey(relationshipId: string, conversationId: string): string {
  return `message:${relationshipId}:${conversationId}`;
}

function messageCases(messages: readonly WaitingMessage[]): readonly SourceCase[] {
  const [first] = messages;
  if (first === undefined) return [];
  const { relationshipId, conversationId } = first;
  const dues = messages.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()]));
  return [
    {
      relationshipId,
      dedupeKey: messageKey(relationshipId, conversationId),
      kind: "MESSAGE",
      source: sourceOf("MESSAGE"),
      sourceType: "CONVERSATION",
      sourceId: conversationId,
      route: `/clients/${relationshipId}/messages/${conversationId}`,
      dueAt: dues.length === 0 ? null : new Date(Math.min(...dues)),
      occurrences: messages.map(({ source, eventId, severity, acceptedAt }) => ({
        ...occurrence(`${source}:${eventId}`, acceptedAt),
        severity,
      })),
    },
  ];
}

function occurrence(key: string, acceptedAt: Date | null): Occurrence {
  return { key, severity: "NORMAL", acceptedAt, localDate: null };
}

function compareSkips(one: OpenSkip, other: OpenSkip): number {
  if (one.localDate !== other.localDate) return one.localDate < other.localDate ? -1 : 1;
  return one.receiptId < other.receiptId ? -1 : 1;
}

const [VERSION_PLACE, MADE_IN_ORDER] = [14, "7"] as const;

/** Creation time of a receipt, which its id contains in milliseconds; null for an id derived from another. */
function madeAt(receiptId: string): Date | null {
  if (receiptId.charAt(VERSION_PLACE) !== MADE_IN_ORDER) return null;
  return new Date(Number.parseInt(receiptId.slice(0, 8) + receiptId.slice(9, 13), 16));
}

import type { Texts } from "../../texts/use-texts.ts";
import type { TimelineEntry } from "./timeline-query.ts";

/** An entry in words: its one fact, and the rest of the sentence. */
export function entryLine(entry: TimelineEntry, words: EntryWords): EntryLine {
  const { t, formats } = words.texts;
  const word = wordOf(words);
  switch (entry.code) {
    case "RELATIONSHIP_STARTED":
      return { fact: t("timeline.started"), rest: t("timeline.startedRest"), tone: "done" };
    case "RELATIONSHIP_CHANGED":
    case "COACH_CHANGED":
      return relationshipLine(entry, words);
    case "PLAN_ASSIGNED": {
      const { title, planKind, byUserId } = entry.facts;
      const kind = word("timeline.plan.", planKind);
      const rest = t("timeline.planAssigned", { kind, name: words.nameOf(byUserId) });
      return { fact: title, rest, tone: "" };
    }
    case "PLAN_REVISED": {
      const { title, revision, byUserId } = entry.facts;
      const rest = t("timeline.planRevised", { revision, name: words.nameOf(byUserId) });
      return { fact: title, rest, tone: "" };
    }
    case "FORM_ASSIGNED": {
      const { title, byUserId } = entry.facts;
      const rest =
        byUserId === null
          ? t("timeline.formGiven")
          : t("timeline.formAssigned", { name: words.nameOf(byUserId) });
      return { fact: title, rest, tone: "" };
    }
    case "FORM_SUBMITTED": {
      const { title, sourceType } = entry.facts;
      return { fact: title, rest: word("timeline.form.", sourceType), tone: "done" };
    }
    case "WORKOUT_SUBMITTED": {
      const { title, trainedOn, setsDone, setsAsked } = entry.facts;
      const values = { date: formats.localDate(trainedOn), done: setsDone, sets: setsAsked };
      return { fact: title, rest: t("timeline.workoutSubmitted", values), tone: "done" };
    }
    case "TASK_OPENED":
    case "TASK_CLOSED":
      return taskLine(entry, words);
    default:
      // A code of a newer server.
      return { fact: t("timeline.OTHER"), rest: "", tone: "" };
  }
}

/** A sentence with its one fact, and how its mark looks. */
export interface EntryLine {
  readonly fact: string;
  readonly rest: string;
  readonly tone: "" | "done" | "urgent";
}

/** Inputs for the words of an entry. */
export interface EntryWords {
  readonly texts: Texts;
  /** The name of a person; of nobody for null. */
  readonly nameOf: (userId: string | null) => string;
}

/** The words of a code, by the prefix of their names. */
const wordOf =
  ({ texts }: EntryWords) =>
  (prefix: string, code: string): string =>
    texts.known(prefix, code, "timeline.OTHER");

type EntryOf<Code> = Extract<TimelineEntry, { readonly code: Code }>;

function relationshipLine(
  entry: EntryOf<"RELATIONSHIP_CHANGED" | "COACH_CHANGED">,
  words: EntryWords,
): EntryLine {
  const { t } = words.texts;
  if (entry.code === "RELATIONSHIP_CHANGED") {
    const { to, byUserId } = entry.facts;
    const fact = wordOf(words)("timeline.status.", to);
    const rest = t("timeline.by", { name: words.nameOf(byUserId) });
    return { fact, rest, tone: to === "ACTIVE" ? "done" : "" };
  }
  const { fromCoachUserId, toCoachUserId } = entry.facts;
  const people = { from: words.nameOf(fromCoachUserId), to: words.nameOf(toCoachUserId) };
  return { fact: t("timeline.handedOver"), rest: t("timeline.handedOverRest", people), tone: "" };
}

function taskLine(entry: EntryOf<"TASK_OPENED" | "TASK_CLOSED">, words: EntryWords): EntryLine {
  const { t } = words.texts;
  const word = wordOf(words);
  const fact = word("timeline.summary.", entry.facts.summary);
  if (entry.code === "TASK_OPENED") {
    const isUrgent = entry.facts.severity === "URGENT";
    const rest = t(isUrgent ? "timeline.taskOpenedUrgent" : "timeline.taskOpened");
    return { fact, rest, tone: isUrgent ? "urgent" : "" };
  }
  const { resolutionType, dismissReason, byUserId } = entry.facts;
  if (byUserId === null) return { fact, rest: t("timeline.taskClosed"), tone: "done" };
  const name = words.nameOf(byUserId);
  const rest =
    resolutionType === null
      ? t("timeline.taskDismissed", {
          name,
          how: word("timeline.dismissal.", dismissReason ?? "OTHER"),
        })
      : t("timeline.taskResolved", { name, how: word("timeline.resolution.", resolutionType) });
  return { fact, rest, tone: "done" };
}

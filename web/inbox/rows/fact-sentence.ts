import type { MessageId } from "../../texts/i18n.ts";
import type { Values } from "../../texts/isolate.ts";
import type { Texts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";

/**
 * The sentence of a row around its one fact, which the row shows in bold. Null without a fact that this version knows,
 * or that the coach may see: the row then shows the served sentence.
 */
export function factSentence(texts: SentenceTexts, task: SentenceTask): FactSentence | null {
  const chosen = task.status === "SNOOZED" ? ofSnooze(texts, task) : ofFacts(texts, task.facts);
  if (chosen === null) return null;
  const { id, fact, values } = chosen;
  const [before = "", after = ""] = texts.t(id, { ...values, fact: SLOT }).split(SLOT);
  return { before, fact, after };
}

/** A sentence in three parts. The fact may be a title that somebody wrote. */
export interface FactSentence {
  readonly before: string;
  readonly fact: string;
  readonly after: string;
}

/** Holds the fact's place while a message is filled in: the object replacement character, which no message has. */
const SLOT = "\uFFFC";

type SentenceTexts = Pick<Texts, "formats" | "t">;
type SentenceTask = Pick<InboxTask, "facts" | "snoozedUntil" | "snoozePreset" | "status">;

/** A message, and the fact and values that fill it. */
interface Chosen {
  readonly id: MessageId;
  readonly fact: string;
  readonly values: Values;
}

function ofSnooze({ formats }: SentenceTexts, task: SentenceTask): Chosen | null {
  const { snoozedUntil, snoozePreset } = task;
  if (snoozedUntil === null) return null;
  const id = snoozePreset === "NEXT_CHECK_IN" ? "inbox.says.returnsCheckIn" : "inbox.says.returns";
  return { id, fact: formats.moment(new Date(snoozedUntil)), values: {} };
}

function ofFacts(texts: SentenceTexts, facts: InboxTask["facts"]): Chosen | null {
  if (facts === null || !("occurrences" in facts)) return null;
  const { formats } = texts;
  const days = datesOf(texts, facts.occurrences);
  switch (facts.kind) {
    case "PROFILE":
      return days.last === null ? null : { id: "inbox.says.PROFILE", fact: days.last, values: {} };
    case "FORM":
      return days.last === null
        ? null
        : {
            id: "inbox.says.FORM",
            fact: facts.title,
            values: { count: days.count, date: days.last },
          };
    case "QUESTIONNAIRE":
      return ofQuestionnaire(texts, days, facts.title);
    case "WORKOUT": {
      const date = formats.localDate(facts.localDate);
      return { id: "inbox.says.WORKOUT", fact: facts.title, values: { date } };
    }
    case "CHECK_IN":
      return ofCheckIns(texts, days, facts.silentDays);
    case "TREND":
      return ofTrend(texts, facts);
    case "SKIP":
      return ofSkips(texts, days, facts);
    case "MESSAGE":
      return ofMessages(texts, days);
    default:
      return null;
  }
}

/** The occurrences of a task, with dates as people write them; null if the server names none. */
interface Dates {
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
}

function datesOf({ formats }: SentenceTexts, { count, dates }: Occurrences): Dates {
  const dateOf = (date: string | undefined) =>
    date === undefined ? null : formats.localDate(date);
  // The server sends only the last dates of many occurrences.
  const first = dates.length < count ? null : dateOf(dates[0]);
  return { count, first, last: dateOf(dates.at(-1)) };
}

interface Occurrences {
  readonly count: number;
  readonly dates: readonly string[];
}

function ofQuestionnaire({ t }: SentenceTexts, days: Dates, title: string | null): Chosen | null {
  const { count, last } = days;
  if (title === null)
    return { id: "inbox.says.putOff", fact: t("inbox.says.times", { count }), values: {} };
  if (last === null) return null;
  return { id: "inbox.says.QUESTIONNAIRE", fact: title, values: { date: last } };
}

function ofCheckIns({ t }: SentenceTexts, days: Dates, silentDays: number | null): Chosen | null {
  const { count, first } = days;
  if (first === null) return null;
  const fact = t("inbox.says.checkIns", { count });
  const values = { count, date: first };
  return silentDays === null || silentDays === 0
    ? { id: "inbox.says.CHECK_IN", fact, values }
    : { id: "inbox.says.CHECK_INSilent", fact, values: { ...values, days: silentDays } };
}

function ofSkips({ t, formats }: SentenceTexts, days: Dates, last: LastSkip): Chosen | null {
  const { count, first } = days;
  if (count > 1 && first !== null)
    return {
      id: "inbox.says.SKIPS",
      fact: t("inbox.says.tasks", { count }),
      values: { date: first },
    };
  if (count > 1 || last.title === null) return null;
  const date = formats.localDate(last.localDate);
  return { id: "inbox.says.SKIP", fact: last.title, values: { date } };
}

interface LastSkip {
  readonly title: string | null;
  readonly localDate: string;
}

function ofMessages({ t }: SentenceTexts, { count, first }: Dates): Chosen {
  const fact = t("inbox.says.messages", { count });
  return first === null
    ? { id: "inbox.says.MESSAGE", fact, values: {} }
    : { id: "inbox.says.MESSAGESince", fact, values: { date: first } };
}

function ofTrend({ formats }: SentenceTexts, { percent, percentBefore }: Percents): Chosen | null {
  if (percent === null) return null;
  const fact = formats.percent(percent);
  return percentBefore === null
    ? { id: "inbox.says.TREND", fact, values: {} }
    : { id: "inbox.says.TRENDBefore", fact, values: { before: formats.percent(percentBefore) } };
}

interface Percents {
  readonly percent: number | null;
  readonly percentBefore: number | null;
}

import type { PlanDifference } from "../../../contract/plans/publication-schema.ts";
import type { ComparedField } from "../../../contract/plans/publication-vocabulary.ts";
import { askedText } from "../../client/workouts/set-text.ts";
import type { Texts } from "../../texts/use-texts.ts";
import { exerciseFacts } from "../words/exercise-facts.ts";
import { metricText } from "../words/metric-text.ts";
import type { ProgramExercise } from "../words/program-words.ts";
import { recurrenceWords } from "../words/recurrence-words.ts";
import { listedText } from "../words/rule-days.ts";

/** A difference between the newest revision and the draft, in words. Its tag says whether it is added or removed. */
export function differenceText(difference: PlanDifference, texts: Words): string {
  const { t } = texts;
  switch (difference.subject) {
    case "PLAN":
      return fieldText(difference, texts);
    case "DAY":
      return withPlaces(becomes(difference.before, difference.after, texts), difference, texts);
    case "EXERCISE":
      return withPlaces(exerciseText(difference, texts), difference, texts);
    case "ITEM": {
      const [before, after] = [itemText(difference.before), itemText(difference.after)];
      return before === after && after !== null
        ? t("plans.diff.settings", { name: after })
        : becomes(before, after, texts);
    }
    case "METRIC":
      return becomes(
        difference.before && metricText(difference.before, texts),
        difference.after && metricText(difference.after, texts),
        texts,
      );
    case "POSE":
      return becomes(difference.before, difference.after, texts);
  }
}

type Words = Pick<Texts, "formats" | "language" | "t">;
type Of<Subject extends PlanDifference["subject"]> = Extract<
  PlanDifference,
  { readonly subject: Subject }
>;

/** "A becomes B"; the one that exists if there is only one. */
function becomes(before: string | null, after: string | null, { t }: Words): string {
  if (before === null || after === null || before === after) return after ?? before ?? "";
  return t("plans.diff.becomes", { before, after });
}

function fieldText({ field, before, after }: Of<"PLAN">, texts: Words): string {
  const name = texts.t(`plans.field.${field}`);
  if (NAME_ONLY.has(field)) return name;
  const [old, present] = [fieldValue(field, before, texts), fieldValue(field, after, texts)];
  return texts.t("plans.diff.field", { name, value: becomes(old, present, texts) });
}

/** Their values are too long to read, or no words. */
const NAME_ONLY: ReadonlySet<ComparedField> = new Set(["formVersionId", "instructions"]);

function fieldValue(field: ComparedField, value: string | null, texts: Words): string | null {
  if (value === null) return null;
  const { t, formats, language } = texts;
  if (field === "rrule") return recurrenceWords({ rrule: value, exdates: [] }, texts);
  if (field === "exdates") return listedText(value.split(",").map(formats.localDate), language);
  if (field === "skipPolicy")
    return value === "ALLOWED" || value === "WITH_REASON" || value === "NOT_ALLOWED"
      ? t(`plans.skip.${value}`)
      : value;
  if (field === "dueTime" && value === "00:00") return t("plans.endOfDay");
  if (value === "true") return t("plans.yes");
  return value === "false" ? t("plans.no") : value;
}

function itemText(item: Of<"ITEM">["before"]): string | null {
  if (item === null) return null;
  return item.amount === null ? item.label : `${item.label}, ${item.amount}`;
}

/** Another set of sets is named; anything else of an exercise is "other settings". */
function exerciseText({ before, after }: Of<"EXERCISE">, texts: Words): string {
  if (before === null || after === null || before.name !== after.name)
    return becomes(nameAndSets(before), nameAndSets(after), texts);
  const { name } = after;
  const [old, present] = [askedText(before.sets), askedText(after.sets)];
  if (old !== present)
    return texts.t("plans.diff.field", { name, value: becomes(old, present, texts) });
  const facts = [exerciseFacts(before, texts), exerciseFacts(after, texts)].map((all) =>
    all.join(" · "),
  );
  if (facts[0] === facts[1]) return texts.t("plans.diff.settings", { name });
  return texts.t("plans.diff.field", {
    name,
    value: becomes(facts[0] ?? null, facts[1] ?? null, texts),
  });
}

function nameAndSets(exercise: ProgramExercise | null): string | null {
  return exercise === null ? null : `${exercise.name}, ${askedText(exercise.sets)}`;
}

/** A few places are listed; of many, the first one and the number of the others. */
function withPlaces(text: string, { places }: Of<"DAY" | "EXERCISE">, { t }: Words): string {
  const [first] = places;
  if (first === undefined) return text;
  const place = t("plans.diff.place", { week: first.week, day: first.dayNumber });
  const others = places.length - 1;
  return t(others === 0 ? "plans.diff.at" : "plans.diff.atMore", { text, place, count: others });
}

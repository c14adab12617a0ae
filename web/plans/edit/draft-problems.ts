import { WITHOUT_EVAL } from "../../kit/zod-without-eval.ts";
import { type PlanContent, newPlanContentSchema } from "../../../contract/plans/content-schema.ts";
import { type FieldProblem, Problem } from "../../api/problem.ts";
import type { Texts } from "../../texts/use-texts.ts";
import type { DayPlace } from "../words/program-words.ts";

/** Reasons for which the API would refuse a draft, by the same schema, at the same pointers. */
export function draftProblems(content: PlanContent): readonly FieldProblem[] {
  const read = newPlanContentSchema.safeParse(content, WITHOUT_EVAL);
  if (read.success) return [];
  return read.error.issues.map(({ path, code, message }) => ({
    pointer: path.map((step) => `/${String(step)}`).join(""),
    code,
    message,
  }));
}

/** The parts of the draft that an answer refuses, with pointers into the content. */
export function refusedParts(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof Problem) || error.code !== "VALIDATION_FAILED") return [];
  return error.errors.flatMap((found) => {
    const [, pointer] = /^\/(?:content|draft)(\/.*|)$/.exec(found.pointer) ?? [];
    return pointer === undefined ? [] : [{ ...found, pointer }];
  });
}

/** Why a part was refused, in words. */
export function fieldProblemText(
  { pointer, code }: FieldProblem,
  { t, known }: Pick<Texts, "known" | "t">,
): string {
  if (code !== "custom") return known("plans.problem.", code, "plans.problem.OTHER");
  const field = CUSTOM.find((name) => pointer.endsWith(`/${name}`));
  return t(field === undefined ? "plans.problem.custom" : `plans.problem.${field}`);
}

/** Fields whose own rules have a sentence. */
const CUSTOM = ["dueTime", "timeCritical", "rrule", "items", "max", "weeks"] as const;

/** The day of a program that a pointer lies in; null for one outside of a day. */
export function placeOf(content: PlanContent, pointer: string): DayPlace | null {
  const [, week, at] = /^\/weeks\/(\d+)\/days\/(\d+)/.exec(pointer) ?? [];
  if (content.kind !== "PROGRAM" || week === undefined) return null;
  const day = content.weeks[Number(week)]?.days[Number(at)]?.dayNumber;
  return day === undefined ? null : { week: Number(week) + 1, day };
}

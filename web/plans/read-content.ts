import { WITHOUT_EVAL } from "../kit/zod-without-eval.ts";
import { type PlanContent, planContentSchema } from "../../contract/plans/content-schema.ts";

/** The content of an answer; null for none, and for one that this version of the console does not know. */
export function readContent(found: unknown): PlanContent | null {
  const read = planContentSchema.safeParse(found, WITHOUT_EVAL);
  return read.success ? read.data : null;
}

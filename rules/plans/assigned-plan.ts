import type { TaskForm } from "../../contract/agenda/schema.ts";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import type { ProgramDay } from "../../contract/agenda/program-day-schema.ts";

type Program = Extract<PlanContent, { kind: "PROGRAM" }>;
type CheckIn = Extract<PlanContent, { kind: "CHECK_IN" }>;

/** What a plan says for one date: of a program the day that falls on it, not the whole of it; of a check-in its form. */
export type DayContent =
  | Exclude<PlanContent, Program | CheckIn>
  | (CheckIn & { readonly form: Omit<TaskForm, "formAssignmentId"> })
  | (Omit<Program, "weeks"> & {
      readonly day: ProgramDay;
      /** Number of the day within the program, from 0. */
      readonly programDay: number;
    });

/** A plan given to a relationship, with what its revision says for one date that it asks for. */
export interface AssignedPlan {
  readonly assignmentId: string;
  readonly planId: string;
  readonly revision: number;
  readonly content: DayContent;
}

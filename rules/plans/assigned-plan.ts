import type { TaskForm } from "../../contract/agenda/schema.ts";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import type { ProgramDay } from "../../contract/agenda/program-day/schema.ts";

/** A plan assigned to a relationship, with its revision's content for one date. */
export interface AssignedPlan {
  readonly assignmentId: string;
  readonly planId: string;
  readonly revision: number;
  readonly content: DayContent;
}

type Program = Extract<PlanContent, { kind: "PROGRAM" }>;
type CheckIn = Extract<PlanContent, { kind: "CHECK_IN" }>;

/** The content of a plan for one date: of a program only that day; of a check-in its form. */
export type DayContent =
  | Exclude<PlanContent, Program | CheckIn>
  | (CheckIn & { readonly form: Omit<TaskForm, "formAssignmentId"> })
  | (Omit<Program, "weeks"> & {
      readonly day: ProgramDay;
      /** Number of the day within the program, from 0. */
      readonly programDay: number;
    });

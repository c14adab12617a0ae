import { keysOf } from "../../keys-of.ts";
import { TASK_DEFINITIONS } from "./task-definitions.ts";

/** The kinds of dated tasks, in the order of their definitions. */
export const TASK_KINDS = keysOf(TASK_DEFINITIONS);

/** Kinds whose tasks record values. */
export const METRIC_KINDS = TASK_KINDS.filter((kind) => TASK_DEFINITIONS[kind].metrics !== "NONE");

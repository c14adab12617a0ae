import { keysOf } from "../keys-of.ts";
import { PLAN_DEFINITIONS } from "./plan-definitions.ts";

/** The plan kinds, in the order of their definitions. */
export const PLAN_KINDS = keysOf(PLAN_DEFINITIONS);

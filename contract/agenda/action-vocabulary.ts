import { keysOf } from "../keys-of.ts";
import { QUICK_LOG_ACTIONS, type QuickLogActionFacts } from "./task-actions.ts";

/** The kinds of actions of quick-log, in the order of their definitions. */
export const QUICK_LOG_ACTION_KINDS = keysOf(QUICK_LOG_ACTIONS);

/** The actions that do not show what the client did (docs/rooms/agenda.md#late-evidence). */
export const ACTIONS_WITHOUT_EVIDENCE = QUICK_LOG_ACTION_KINDS.filter((kind) => {
  const { isEvidence = true }: QuickLogActionFacts = QUICK_LOG_ACTIONS[kind];
  return !isEvidence;
});

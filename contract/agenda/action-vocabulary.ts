import {
  QUICK_LOG_ACTIONS,
  type QuickLogActionFacts,
  type QuickLogActionKind,
} from "./task-actions.ts";

/** The kinds of actions of quick-log, in the order of their definitions. */
export const QUICK_LOG_ACTION_KINDS = Object.keys(QUICK_LOG_ACTIONS).filter(
  (kind): kind is QuickLogActionKind => Object.hasOwn(QUICK_LOG_ACTIONS, kind),
);

/** The actions that do not show what the client did (docs/rooms/agenda.md#late-evidence). */
export const ACTIONS_WITHOUT_EVIDENCE = QUICK_LOG_ACTION_KINDS.filter((kind) => {
  const { isEvidence = true }: QuickLogActionFacts = QUICK_LOG_ACTIONS[kind];
  return !isEvidence;
});

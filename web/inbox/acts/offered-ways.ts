import { COACH_TASK_TYPES, SOURCE_KINDS } from "../../../contract/inbox/source-vocabulary.ts";
import { RESOLUTION_TYPES, type ResolutionType } from "../../../contract/inbox/vocabulary.ts";
import { resolutionsOf } from "../../../rules/inbox/judge-act.ts";
import type { InboxTask } from "../inbox-query.ts";

/**
 * The ways to resolve that the API takes for all of the tasks, by its own rule. A task whose type or source this
 * version does not know, or whose source the reader may not open, narrows nothing.
 */
export function offeredWays(tasks: readonly ResolvableTask[]): readonly ResolutionType[] {
  return RESOLUTION_TYPES.filter(
    (way) => way !== "SOURCE_COMPLETED" && tasks.every((task) => takes(task, way)),
  );
}

type ResolvableTask = Pick<InboxTask, "taskType"> & {
  readonly facts: { readonly kind: string } | null;
};

function takes({ taskType, facts }: ResolvableTask, way: ResolutionType): boolean {
  const type = COACH_TASK_TYPES.find((known) => known === taskType);
  const kind = SOURCE_KINDS.find((known) => known === facts?.kind);
  return type === undefined || kind === undefined || resolutionsOf(type, kind).includes(way);
}

/** The way that says nothing by itself, so that the API asks for a note. */
export const NOTED_WAY = "HANDLED_OUTSIDE_APP";

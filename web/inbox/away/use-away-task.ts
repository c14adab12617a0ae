import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useConsole } from "../../frame/console-context.ts";
import { type TaskDetail, taskQuery } from "../inbox-query.ts";

/** The task that the address names while the list does not show it, read by its id; null if there is none. */
export function useAwayTask({ workspaceId, taskId, isAway }: AwayPlace): AwayTaskRead | null {
  const { api } = useConsole();
  const isAsked = isAway && taskId !== null;
  const read = useQuery({ ...taskQuery(api, workspaceId, taskId ?? ""), enabled: isAsked });
  return isAsked ? read : null;
}

interface AwayPlace {
  readonly workspaceId: string;
  readonly taskId: string | null;
  /** True once the list is known, and does not have the task. */
  readonly isAway: boolean;
}

export type AwayTaskRead = UseQueryResult<TaskDetail>;

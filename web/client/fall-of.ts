import type { components } from "../api/routes.d.ts";

/** The fall that an open task of the inbox reports: the adherence of 7 dates and of the 7 before; null without one. */
export function fallOf(tasks: readonly ReportingTask[]): Fall | null {
  for (const { status, facts } of tasks) {
    if (!OPEN.has(status) || facts === null || !("percentBefore" in facts)) continue;
    const { percent, percentBefore: before } = facts;
    if (percent !== null && before !== null) return { percent, before };
  }
  return null;
}

export interface Fall {
  readonly percent: number;
  readonly before: number;
}

type ReportingTask = Pick<components["schemas"]["CoachTaskItem"], "facts" | "status">;

const OPEN: ReadonlySet<string> = new Set(["OPEN", "IN_PROGRESS"]);

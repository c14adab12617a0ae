import { RUNNING_RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";

/** The acts on one plan of a client. */
export type PlanAct = SimplePlanAct | "REPLACE" | "RESUME";

/** Acts that need nothing but a confirmation. */
export type SimplePlanAct = keyof typeof PLAN_ACT_PATHS;

/**
 * The acts that the API takes for a plan of a client. While the coaching pauses, nothing begins: a plan is only paused,
 * ended or made to follow.
 */
export function actsOnPlan(
  { status, followsNewer }: ActedPlan,
  relationshipStatus: string,
): readonly PlanAct[] {
  if (relationshipStatus === "ENDED") return [];
  const isRunning = RUNNING.has(relationshipStatus);
  const follow = followsNewer ? [] : (["FOLLOW"] as const);
  const replace = isRunning ? (["REPLACE"] as const) : [];
  switch (status) {
    case "ACTIVE":
      return ["PAUSE", ...replace, ...follow, "END"];
    case "PAUSED":
      return [...(isRunning ? (["RESUME"] as const) : []), ...replace, ...follow, "END"];
    default:
      return [];
  }
}

interface ActedPlan {
  readonly status: string;
  readonly followsNewer: boolean;
}

const RUNNING: ReadonlySet<string> = new Set(RUNNING_RELATIONSHIP_STATUSES);

/** The path of one plan of a client. */
export const CLIENT_PLAN_PATH =
  "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments/{assignmentId}";

/** The route of each act without a body. */
export const PLAN_ACT_PATHS = {
  PAUSE: `${CLIENT_PLAN_PATH}/pause`,
  FOLLOW: `${CLIENT_PLAN_PATH}/follow`,
  END: `${CLIENT_PLAN_PATH}/end`,
} as const;

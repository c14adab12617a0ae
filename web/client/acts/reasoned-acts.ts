/** The acts on a relationship that carry a reason. For RESUME it is optional. */
export type ReasonedAct = "PAUSE" | "RESUME" | "END" | "WAIVE_BASELINE";

/** The acts that a status allows; the API decides. */
export function actsOn(status: string): readonly ReasonedAct[] {
  switch (status) {
    case "ONBOARDING":
      return ["WAIVE_BASELINE", "PAUSE", "END"];
    case "ACTIVE":
      return ["PAUSE", "END"];
    case "PAUSED":
      return ["RESUME", "END"];
    default:
      return [];
  }
}

/** The route of each act. */
export const ACT_PATHS = {
  PAUSE: "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/pause",
  RESUME: "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/resume",
  END: "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/end",
  WAIVE_BASELINE: "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/waive-baseline",
} as const satisfies Readonly<Record<ReasonedAct, string>>;

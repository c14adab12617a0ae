import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import type { components } from "../api/routes.d.ts";
import { readAllPages } from "../api/read-all-pages.ts";

/** The onboardings of a workspace whose coaching has not ended. */
export function onboardingsQuery(api: Api, workspaceId: string) {
  return queryOptions({
    queryKey: [...boardKey(workspaceId), "onboardings"],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/onboardings", {
            params: { path: { workspaceId }, query: { status: SHOWN, limit: PAGE, ...cursor } },
          }),
        ),
      ),
  });
}

/** The invitations that nobody has accepted yet: scheduled, sent, and expired. */
export function invitationsQuery(api: Api, workspaceId: string) {
  return queryOptions({
    queryKey: [...boardKey(workspaceId), "invitations"],
    queryFn: async () => {
      const lists = await Promise.all(
        WAITING.map(
          async (status) =>
            await readAllPages((cursor) =>
              answer(
                api.GET("/api/v1/workspaces/{workspaceId}/invitations", {
                  params: { path: { workspaceId }, query: { status, limit: PAGE, ...cursor } },
                }),
              ),
            ),
        ),
      );
      return lists.flat();
    },
  });
}

/** Key of everything that the board reads. The long poll of the workspace names it too. */
export const boardKey = (workspaceId: string) => ["onboardings", workspaceId] as const;

export type Onboarding = components["schemas"]["OnboardingBoardRow"];
export type Invitation = components["schemas"]["ListedInvitation"];

/** A cancelled workflow is one whose coaching has ended. */
const SHOWN = "IN_PROGRESS,COMPLETED,COMPLETED_WITH_PENDING_TASK,PAUSED";
const WAITING = ["SCHEDULED", "ACTIVE", "EXPIRED"] as const;
const PAGE = 100;

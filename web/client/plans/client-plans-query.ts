import { queryOptions } from "@tanstack/react-query";
import { OPEN_ASSIGNMENT_STATUSES } from "../../../contract/plans/vocabulary.ts";
import { type Api, answer } from "../../api/api-client.ts";
import { readAllPages } from "../../api/read-all-pages.ts";
import type { components } from "../../api/routes.d.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/** The plans that a client has now, running or paused, newest first. */
export function clientPlansQuery(api: Api, place: ClientPlace) {
  return queryOptions({
    queryKey: [...clientKey(place), "plans"],
    queryFn: async () => {
      const all = await readAllPages((cursor) =>
        answer(
          api.GET(
            "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments",
            { params: { path: { ...place }, query: { limit: PAGE, ...cursor } } },
          ),
        ),
      );
      return all.filter(({ status }) => OPEN.has(status));
    },
  });
}

const PAGE = 100;

/** Statuses of a plan that the client has now. */
const OPEN: ReadonlySet<string> = new Set(OPEN_ASSIGNMENT_STATUSES);

/** A plan that a client has: an assignment with its plan's title. */
export type ClientPlan = components["schemas"]["ListedPlanAssignment"];

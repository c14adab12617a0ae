import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import { readAllPages } from "../../api/read-all-pages.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/** The reminder cards that a client has now, newest first. A card is a plan of the kind CUSTOM_REMINDER. */
export function cardsQuery(api: Api, place: ClientPlace) {
  return queryOptions({
    queryKey: [...clientKey(place), "cards"],
    queryFn: async (): Promise<readonly GivenCard[]> => {
      const [assignments, titles] = await Promise.all([
        listAssignments(api, place),
        listTitles(api, place),
      ]);
      return assignments
        .filter(({ planKind, status }) => planKind === CARD && OPEN.has(status))
        .map(({ assignmentId, planId, startDate, endDate }) => ({
          assignmentId,
          title: titles.get(planId) ?? null,
          startDate,
          endDate,
        }));
    },
  });
}

/** A card that a client has. */
export interface GivenCard {
  readonly assignmentId: string;
  /** Null if its plan was archived. */
  readonly title: string | null;
  readonly startDate: string;
  readonly endDate: string | null;
}

const CARD = "CUSTOM_REMINDER";
const OPEN: ReadonlySet<string> = new Set(["ACTIVE", "PAUSED"]);

async function listAssignments(api: Api, place: ClientPlace) {
  return await readAllPages((cursor) =>
    answer(
      api.GET("/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments", {
        params: { path: { ...place }, query: cursor },
      }),
    ),
  );
}

/** The titles of the workspace's cards. The list of assignments has none. */
async function listTitles(api: Api, { workspaceId }: ClientPlace) {
  const plans = await readAllPages((cursor) =>
    answer(
      api.GET("/api/v1/workspaces/{workspaceId}/plans", {
        params: { path: { workspaceId }, query: { kind: CARD, ...cursor } },
      }),
    ),
  );
  return new Map(plans.map(({ planId, title }) => [planId, title]));
}

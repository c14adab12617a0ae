import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";

/** The client's phones, and the workouts in conflict. */
export function syncQuery(api: Api, place: ClientPlace) {
  const { relationshipId } = place;
  return queryOptions({
    queryKey: [...clientKey(place), "sync"],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/coach/relationships/{relationshipId}/sync-health", {
          params: { path: { relationshipId } },
        }),
      ),
  });
}

export type DeviceHealth = components["schemas"]["DeviceHealth"];
export type SyncIssue = components["schemas"]["WorkoutSyncIssue"];

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import { firstPage } from "../api/first-page.ts";
import { readAllPages } from "../api/read-all-pages.ts";
import type { components } from "../api/routes.d.ts";
import { ADHERENCE_WEEKS } from "./weeks/adherence-points.ts";

/** A client as a workspace knows them. */
export interface ClientPlace {
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** Everything read about one client; an act makes it old. */
export const clientKey = ({ relationshipId }: ClientPlace) => ["client", relationshipId] as const;

/** The client, the responsible coach, the status and its history. */
export function relationshipQuery(api: Api, place: ClientPlace) {
  return queryOptions({
    queryKey: [...clientKey(place), "relationship"],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}", {
          params: { path: { ...place } },
        }),
      ),
  });
}

/** The days of a span with their tasks, newest first, at most 31 dates; `readAt` is the server's time of the read. */
export function summaryQuery(api: Api, place: ClientPlace, span: DateSpan) {
  return queryOptions({
    queryKey: [...clientKey(place), "summary", span.from, span.to],
    queryFn: async () =>
      await answer(
        api
          .GET("/api/v1/coach/relationships/{relationshipId}/daily-summary", {
            params: { path: { relationshipId: place.relationshipId }, query: { ...span } },
          })
          .then(({ data, error, response }) => ({
            response,
            error,
            data: data && { data: { ...data.data, readAt: data.meta.serverTime } },
          })),
      ),
  });
}

export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

/** The ratings over 7 and 28 dates, the last days and weeks, and the workspace's limits. */
export function adherenceQuery(api: Api, place: ClientPlace) {
  return queryOptions({
    queryKey: [...clientKey(place), "adherence"],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/coach/relationships/{relationshipId}/adherence", {
          params: {
            path: { relationshipId: place.relationshipId },
            query: { weeks: ADHERENCE_WEEKS },
          },
        }),
      ),
  });
}

/** The workouts of a client, newest first. */
export function sessionsQuery(api: Api, place: ClientPlace) {
  return infiniteQueryOptions({
    queryKey: [...clientKey(place), "sessions"],
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/coach/relationships/{relationshipId}/workout-sessions", {
          params: {
            path: { relationshipId: place.relationshipId },
            query: pageParam === null ? {} : { cursor: pageParam },
          },
        }),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** One workout beside its plan. */
export function sessionQuery(api: Api, place: ClientPlace, sessionId: string) {
  const { relationshipId } = place;
  return queryOptions({
    queryKey: [...clientKey(place), "session", sessionId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/coach/relationships/{relationshipId}/workout-sessions/{sessionId}", {
          params: { path: { relationshipId, sessionId } },
        }),
      ),
  });
}

/** All forms that were assigned to a client, newest first. */
export function formsQuery(api: Api, place: ClientPlace) {
  return queryOptions({
    queryKey: [...clientKey(place), "forms"],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET(
            "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/form-assignments",
            { params: { path: { ...place }, query: { limit: PAGE, ...cursor } } },
          ),
        ),
      ),
  });
}

const PAGE = 100;

/** A submitted form with its questions. */
export function submissionQuery(api: Api, place: ClientPlace, submissionId: string) {
  return queryOptions({
    queryKey: [...clientKey(place), "submission", submissionId],
    queryFn: async () =>
      await answer(
        api.GET(
          "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/form-submissions/{submissionId}",
          { params: { path: { ...place, submissionId } } },
        ),
      ),
  });
}

/** The open tasks of the inbox about a client. */
export function clientTasksQuery(api: Api, place: ClientPlace) {
  const { workspaceId, relationshipId } = place;
  return queryOptions({
    queryKey: [...clientKey(place), "tasks"],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/coach-tasks", {
          params: { path: { workspaceId }, query: { relationshipId, defaults: "none" } },
        }),
      ),
  });
}

export type Relationship = components["schemas"]["RelationshipDetail"];
export type SummaryDay = components["schemas"]["DailySummaryDay"];
export type SummaryTask = components["schemas"]["SummaryTask"];
export type LogItem = components["schemas"]["QuickLogHistoryItem"];
export type SessionDetail = components["schemas"]["WorkoutSessionDetail"];
export type FormSubmission = components["schemas"]["FormSubmission"];

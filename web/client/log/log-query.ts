import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import { type ClientPlace, clientKey } from "../client-queries.ts";
import { addDays } from "../local-dates.ts";
import { type LogSpan, SPAN_DAYS, spanBefore } from "./log-entries.ts";

/** The client's quick log, newest first, four weeks at a time. Each page names its first date as `from`. */
export function logQuery(api: Api, place: ClientPlace, { today, firstDate }: LogDates) {
  const first: LogPage = { from: addDays(today, -SPAN_DAYS + 1), to: today, cursor: null };
  return infiniteQueryOptions({
    queryKey: [...clientKey(place), "log", today],
    queryFn: async ({ pageParam: { from, to, cursor } }) => {
      const page = await answer(
        api.GET("/api/v1/coach/relationships/{relationshipId}/quick-log", {
          params: {
            path: { relationshipId: place.relationshipId },
            query: { from, to, ...(cursor !== null && { cursor }) },
          },
        }),
      );
      return { ...page, from };
    },
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }, _pages, page): LogPage | null => {
      if (nextCursor !== null) return { ...page, cursor: nextCursor };
      const before = spanBefore(page.from, firstDate, addDays);
      return before && { ...before, cursor: null };
    },
  });
}

interface LogDates {
  /** Local dates of the client. */
  readonly today: string;
  readonly firstDate: string;
}

interface LogPage extends LogSpan {
  readonly cursor: string | null;
}

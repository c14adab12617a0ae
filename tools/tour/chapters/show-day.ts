import { dailySummarySchema } from "../../../contract/agenda/summary-schema.ts";
import { callApi } from "../call-api.ts";
import { TourFailure } from "../expect-equal.ts";
import type { Stage } from "../stage.ts";

/** Body of a review: the version of a client's day that its coach sees, and when. */
export async function showDay(
  stage: Pick<Stage, "api" | "page">,
  of: { readonly relationshipId: string; readonly localDate: string; readonly token: string },
): Promise<{ readonly agendaVersion: number; readonly seenAt: string }> {
  const { relationshipId, localDate, token } = of;
  const path = `/api/v1/coach/relationships/${relationshipId}/daily-summary?from=${localDate}&to=${localDate}`;
  const { data, serverTime: seenAt } = await callApi(
    stage,
    { method: "GET", path, token, answer: dailySummarySchema },
    ({ days }) => days.map((day) => `${day.tasks.length} tasks of ${day.localDate}`).join(", "),
  );
  const [day] = data.days;
  if (day === undefined) throw new TourFailure(path, { expected: "the day", actual: "none" });
  return { agendaVersion: day.agendaVersion, seenAt };
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rosterQuery } from "../../clients/roster-query.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { DayStrip } from "../../kit/days/day-strip.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** The last 14 days of a task's client, as the roster has them. Nothing for a client whose coaching has ended. */
export function ClientDays({ relationshipId }: { readonly relationshipId: string }): ReactNode {
  const { t, known, formats } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const clients = useQuery({
    ...rosterQuery(api, { workspaceId, sort: "ATTENTION", status: {} }),
    // The whole roster is not read again with each change of one task.
    enabled: ({ state }) => Date.now() - state.dataUpdatedAt > FRESH_MS,
  }).data;
  const client = clients?.find((one) => one.relationshipId === relationshipId);
  if (client === undefined) return null;
  const { days, percent7, bucket } = client;
  const rating = known("clients.bucket.", bucket, "clients.bucket.TOO_FEW");
  return (
    <div className="block">
      <h3>{t("inbox.before.title")}</h3>
      <DayStrip days={days} />
      <p className="meta">
        {percent7 === null
          ? t("inbox.before.noPercent", { count: days.length, rating })
          : t("inbox.before.percent", {
              count: days.length,
              percent: formats.percent(percent7),
              rating,
            })}
      </p>
    </div>
  );
}

const FRESH_MS = 300_000;

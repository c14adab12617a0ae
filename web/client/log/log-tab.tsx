import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Empty, Failed, Loading } from "../../kit/states.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { quickLogQuery } from "../client-queries.ts";
import { addDays, dateAt } from "../local-dates.ts";
import { LogRow } from "./log-row.tsx";

/** The client's quick log of four weeks: values in force, or all with their corrections. */
export function LogTab({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const now = useNow();
  const [hasHistory, setHasHistory] = useState(false);
  const to = dateAt(client.timezone, now);
  const log = useInfiniteQuery(quickLogQuery(api, place, { from: addDays(to, -DAYS + 1), to }));
  const all = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = hasHistory ? all : all.filter(isInForce);
  return (
    <section className="card">
      <header>
        <h2>{t("client.log")}</h2>
        <span className="grow" />
        <div className="seg">
          <button type="button" aria-pressed={!hasHistory} onClick={() => setHasHistory(false)}>
            {t("client.logCurrent")}
          </button>
          <button type="button" aria-pressed={hasHistory} onClick={() => setHasHistory(true)}>
            {t("client.logHistory")}
          </button>
        </div>
      </header>
      {log.isPending && <Loading />}
      {log.isError && <Failed error={log.error} retry={() => void log.refetch()} />}
      {log.data && shown.length === 0 && (
        <Empty title={t("client.logEmpty")}>
          <p>{t("client.logEmptyLead")}</p>
        </Empty>
      )}
      {shown.length > 0 && (
        <table className="table cards">
          <thead>
            <tr>
              <th>{t("client.column.what")}</th>
              <th>{t("client.column.source")}</th>
              <th>{t("client.column.moment")}</th>
              <th className="right">{t("client.column.value")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <LogRow key={item.receiptId} item={item} zone={client.timezone} />
            ))}
          </tbody>
        </table>
      )}
      {log.hasNextPage && (
        <div className="in">
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            {t("client.older")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Longest span of one read. */
const DAYS = 28;

/** Neither refused, nor undone, nor replaced by a later value. */
const isInForce = ({ status, undone, value, actionKind }: LogState): boolean =>
  status === "ACCEPTED" && !undone && actionKind !== "UNDO" && !value?.supersededByEntryId;

interface LogState {
  readonly status: string;
  readonly undone: boolean;
  readonly actionKind: string;
  readonly value: { readonly supersededByEntryId: string | null } | null;
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Empty } from "../../kit/states.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { dateAt } from "../local-dates.ts";
import { ReadState } from "../read-state.tsx";
import { isInForce, valuesByEntry } from "./log-entries.ts";
import { logQuery } from "./log-query.ts";
import { LogRow } from "./log-row.tsx";

/** The client's quick log, four weeks at a time: values in force, or all with their corrections. */
export function LogTab({ place, client }: TabProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const now = useNow();
  const [hasHistory, setHasHistory] = useState(false);
  const zone = client.timezone;
  const dates = {
    today: dateAt(zone, now),
    firstDate: dateAt(zone, new Date(client.startedAt)),
  };
  const log = useInfiniteQuery(logQuery(api, place, dates));
  const all = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const values = valuesByEntry(all);
  const shown = hasHistory ? all : all.filter(isInForce);
  const since = log.data?.pages.at(-1)?.from;
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
      <ReadState read={log} />
      {since !== undefined && shown.length === 0 && (
        <Empty title={t("clientLog.empty", { since: formats.localDate(since) })}>
          <p>{t("client.logEmptyLead")}</p>
        </Empty>
      )}
      {shown.length > 0 && (
        <table className="table cards log-rows">
          <thead>
            <tr>
              <th>{t("client.column.moment")}</th>
              <th>{t("client.column.what")}</th>
              <th>{t("client.column.source")}</th>
              <th className="right">{t("client.column.value")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <LogRow
                key={item.receiptId}
                item={item}
                zone={zone}
                former={values.get(item.value?.supersedesEntryId ?? "") ?? null}
              />
            ))}
          </tbody>
        </table>
      )}
      {log.hasNextPage && (
        <div className="in">
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            {t("clientLog.older")}
          </Button>
        </div>
      )}
    </section>
  );
}

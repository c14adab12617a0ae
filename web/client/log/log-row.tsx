import type { ReactNode } from "react";
import { Icon } from "../../kit/icon.tsx";
import { metricName } from "../../plans/words/metric-text.ts";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import type { LogItem } from "../client-queries.ts";
import { type LoggedItem, madeAt, waitedMs } from "./log-entries.ts";

/** One entry: when at the client's place, what, from where with what is odd about it, and its value. */
export function LogRow({ item, zone, former }: LogRowProps): ReactNode {
  const texts = useTexts();
  const { t, formats } = texts;
  const { value, undone, note } = item;
  const isOld = undone || (value !== null && value.supersededByEntryId !== null);
  const shown = valueText(value, texts) ?? actionText(item, texts);
  return (
    <tr>
      <td className="num">{formats.moment(madeAt(item), zone)}</td>
      <td>
        <b>
          <bdi>{item.taskTitle ?? t("client.taskGone")}</bdi>
        </b>
        <span className="meta plan-block">{factsText(item)}</span>
        {note !== null && (
          <p className="meta">
            <bdi>{note}</bdi>
          </p>
        )}
      </td>
      <td className="soft">
        <Source item={item} zone={zone} />
      </td>
      <td className="right num">
        {isOld ? <s className="meta">{shown}</s> : <b>{shown}</b>}
        {former !== null && (
          <>
            {" "}
            <s className="meta">{valueText(former, texts)}</s>
          </>
        )}
      </td>
    </tr>
  );
}

interface LogRowProps {
  readonly item: LogItem;
  /** The client's zone. */
  readonly zone: string;
  /** The value that this one corrected; null for none, or for one that was not read. */
  readonly former: LoggedItem["value"];
}

/** The measured value, and the ticked items. */
function factsText({ value, items }: LogItem): string {
  const metric = value === null ? [] : [metricName(value.metricKind)];
  return [...metric, ...items.map(({ label }) => label)].join(" · ");
}

/** The act of an entry without a value, with the reason of a skip. */
function actionText({ actionKind, reason }: LogItem, { known }: Pick<Texts, "known">): string {
  const action = known("client.action.", actionKind, "client.action.OTHER");
  return reason === null
    ? action
    : `${action}: ${known("client.skip.", reason, "client.skip.OTHER")}`;
}

function Source({ item, zone }: Pick<LogRowProps, "item" | "zone">): ReactNode {
  const { t, known, formats } = useTexts();
  const { status, undone, cameLate, clock, value, decidedAt } = item;
  const flags = new Set([...(clock?.flags ?? []), ...(value?.flags ?? [])]);
  const waited = waitedMs(item);
  const source = known("client.source.", value?.sourceType ?? "PHONE", "client.source.OTHER");
  const device = value?.sourceDevice ?? null;
  return (
    <span className="row-h wrap">
      {waited === null
        ? source
        : t("clientLog.sent", { source, at: formats.moment(new Date(decidedAt), zone) })}
      {device !== null && <span className="meta">{device}</span>}
      {status !== "ACCEPTED" && <span className="tag warn">{t("client.refused")}</span>}
      {undone && <span className="tag">{t("client.undone")}</span>}
      {value !== null && value.restatesEntryId !== null && (
        <span className="tag">{t("clientLog.restated")}</span>
      )}
      {value !== null && value.supersedesEntryId !== null && value.restatesEntryId === null && (
        <span className="tag">{t("client.corrects")}</span>
      )}
      {value !== null && value.supersededByEntryId !== null && (
        <span className="tag">{t("client.corrected")}</span>
      )}
      {cameLate && <span className="tag late">{t("client.cameLate")}</span>}
      {waited !== null && !cameLate && (
        <span className="tag late">{t("clientLog.later", { span: formats.span(waited) })}</span>
      )}
      {[...flags].map((flag) => (
        <span className="tag warn" key={flag}>
          <Icon name="clock" />
          {known("client.flag.", flag, "client.flag.OTHER")}
        </span>
      ))}
    </span>
  );
}

function valueText(
  value: LoggedItem["value"],
  { t, formats }: Pick<Texts, "formats" | "t">,
): string | null {
  if (value === null || value.value === null) return null;
  if (typeof value.value === "boolean") return t(value.value ? "client.yes" : "client.no");
  if (typeof value.value === "string") return value.value;
  const number = formats.number(value.value);
  return value.unit === null ? number : `${number} ${value.unit.toLowerCase()}`;
}

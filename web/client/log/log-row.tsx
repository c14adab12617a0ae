import type { ReactNode } from "react";
import { Icon } from "../../kit/icon.tsx";
import { metricName } from "../../plans/words/metric-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { LogItem } from "../client-queries.ts";

/** One entry: what, when at the client's place, from where, and its value. Flags say what is odd about its clock. */
export function LogRow({
  item,
  zone,
}: {
  readonly item: LogItem;
  readonly zone: string;
}): ReactNode {
  const { t, known, formats } = useTexts();
  const { status, undone, cameLate, clock, value, reason } = item;
  const flags = new Set([...(clock?.flags ?? []), ...(value?.flags ?? [])]);
  const { supersedesEntryId = null, supersededByEntryId = null } = value ?? {};
  const isOld = undone || supersededByEntryId !== null;
  const shown = valueText(value, { yes: t("client.yes"), no: t("client.no") });
  return (
    <tr>
      <td>
        <b>{item.taskTitle ?? t("client.taskGone")}</b>
        <br />
        <span className="meta">
          {known("client.action.", item.actionKind, "client.action.OTHER")}
          {value !== null && ` · ${metricName(value.metricKind)}`}
          {reason !== null && `: ${known("client.skip.", reason, "client.skip.OTHER")}`}
        </span>
      </td>
      <td className="soft">
        <span className="row-h wrap">
          {known("client.source.", value?.sourceType ?? "PHONE", "client.source.OTHER")}
          {status !== "ACCEPTED" && <span className="tag warn">{t("client.refused")}</span>}
          {undone && <span className="tag">{t("client.undone")}</span>}
          {supersedesEntryId !== null && <span className="tag">{t("client.corrects")}</span>}
          {supersededByEntryId !== null && <span className="tag">{t("client.corrected")}</span>}
          {cameLate && <span className="tag late">{t("client.cameLate")}</span>}
          {[...flags].map((flag) => (
            <span className="tag warn" key={flag}>
              <Icon name="clock" />
              {known("client.flag.", flag, "client.flag.OTHER")}
            </span>
          ))}
        </span>
      </td>
      <td className="num">
        {formats.moment(new Date(clock?.correctedAt ?? item.clientRecordedAt), zone)}
      </td>
      <td className="right num">{isOld ? <s className="meta">{shown}</s> : <b>{shown}</b>}</td>
    </tr>
  );
}

function valueText(
  value: LogItem["value"],
  { yes, no }: { readonly yes: string; readonly no: string },
): string {
  if (value === null || value.value === null) return "";
  if (typeof value.value === "boolean") return value.value ? yes : no;
  return value.unit === null ? String(value.value) : `${value.value} ${value.unit.toLowerCase()}`;
}

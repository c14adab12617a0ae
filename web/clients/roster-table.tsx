import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DayLegend } from "../kit/days/day-strip.tsx";
import { showRow } from "../kit/hooks/show-row.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { RosterClient } from "./roster-client.ts";
import { QUIET, type RosterLine, rosterLines } from "./roster-lines.ts";
import { RosterRow } from "./roster-row.tsx";

/** The rows of the roster. Only the visible ones are drawn; Tab reaches one of them, keys the others. */
export function RosterTable({ clients, quietFrom, now, open }: RosterTableProps): ReactNode {
  const { t } = useTexts();
  const lines = rosterLines(clients, quietFrom);
  const scroller = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  const [current, setCurrent] = useState<string | null>(null);
  const at = Math.max(
    0,
    clients.findIndex(({ relationshipId }) => relationshipId === current),
  );
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index] === QUIET ? CUT_PX : ROW_PX),
    getItemKey: (index) => keyOf(lines[index]),
    // The head of the table moves the rows down by its height.
    scrollPaddingEnd: HEAD_PX,
    overscan: 8,
  });
  const move = (steps: number) => {
    // The first key takes the first row.
    const wanted = current === null ? 0 : at + steps;
    const next = Math.min(clients.length - 1, Math.max(0, wanted));
    isMoving.current = true;
    setCurrent(clients[next]?.relationshipId ?? null);
    showRow(rows, quietFrom !== null && next >= quietFrom ? next + 1 : next);
  };
  useEffect(() => {
    if (!isMoving.current) return;
    const row = scroller.current?.querySelector<HTMLElement>('tr[aria-selected="true"]');
    if (!row) return;
    isMoving.current = false;
    row.focus({ preventScroll: true });
  });
  useKeys([
    { keys: ["j", "ArrowDown"], label: t("clients.key.next"), isShown: true, run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: t("clients.key.before"), isShown: true, run: () => move(-1) },
    {
      keys: ["Enter"],
      label: t("clients.key.open"),
      isShown: true,
      isOff: current === null,
      run: () => current !== null && open(current),
    },
  ]);
  const shown = rows.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div className="body" ref={scroller}>
      <table
        className="table roomy cards faces roster"
        role="grid"
        aria-label={t("clients.title")}
        aria-rowcount={lines.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th className="of-name">{t("clients.column.client")}</th>
            <th>{t("clients.column.why")}</th>
            <th className="of-days">{t("clients.column.days")}</th>
            <th className="right of-percent">{t("clients.column.percent7")}</th>
            <th className="right wide of-trend">{t("clients.column.trend")}</th>
            <th className="wide of-sync">{t("clients.column.sync")}</th>
            <th className="wide of-outbox">{t("clients.column.outbox")}</th>
            <th className="wide of-coach">{t("clients.column.coach")}</th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer height={above} />}
          {shown.map(({ index, key }) => {
            const client = lines[index];
            if (client === undefined) return null;
            if (client === QUIET)
              return (
                <QuietLine
                  key={key}
                  index={index}
                  count={clients.length - (quietFrom ?? 0)}
                  measure={rows.measureElement}
                />
              );
            return (
              <tr
                key={key}
                data-index={index}
                ref={rows.measureElement}
                aria-rowindex={index + 2}
                aria-selected={client.relationshipId === current}
                tabIndex={client === clients[at] ? 0 : -1}
                onFocus={() => setCurrent(client.relationshipId)}
                onClick={() => open(client.relationshipId)}
              >
                <RosterRow client={client} now={now} />
              </tr>
            );
          })}
          {below > 0 && <Spacer height={below} />}
        </tbody>
      </table>
      <div className="under-table">
        <DayLegend />
      </div>
    </div>
  );
}

interface RosterTableProps {
  readonly clients: readonly RosterClient[];
  /** How many come before those who need nobody; null without such a line between them. */
  readonly quietFrom: number | null;
  readonly now: Date;
  readonly open: (relationshipId: string) => void;
}

const ROW_PX = 56;
const CUT_PX = 30;
const HEAD_PX = 34;

/** Takes the room of the rows that are not drawn. */
function Spacer({ height }: { readonly height: number }): ReactNode {
  return (
    <tr className="spacer" aria-hidden="true">
      <td colSpan={8} style={{ height }} />
    </tr>
  );
}

const keyOf = (line: RosterLine | undefined): string =>
  line === undefined || line === QUIET ? QUIET : line.relationshipId;

/** The line that says from where on nobody is needed. */
function QuietLine({ index, count, measure }: QuietLineProps): ReactNode {
  const { t, formats } = useTexts();
  return (
    <tr className="cut-line" data-index={index} ref={measure} aria-rowindex={index + 2}>
      <td colSpan={8}>
        {t("clients.onTrack")} <span className="num">{formats.number(count)}</span>
      </td>
    </tr>
  );
}

interface QuietLineProps {
  readonly index: number;
  readonly count: number;
  /** Tells the list how high it is. */
  readonly measure: (row: HTMLElement | null) => void;
}

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { showRow } from "../kit/hooks/show-row.ts";
import type { InboxTask } from "./inbox-query.ts";
import type { ListEntry } from "./list-entries.ts";
import { TierLine } from "./rows/tier-line.tsx";
import { TaskRow } from "./task-row.tsx";

/** The rows of a view. Only the visible ones are drawn; one of them can be reached by Tab, the others by keys. */
export function TaskList(props: TaskListProps): ReactNode {
  const { entries, current, now, refusals, picked, total } = props;
  const { t } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const at = entries.findIndex((entry) => entry.kind === "TASK" && entry.task.taskId === current);
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (entries[index]?.kind === "TIER" ? TIER_PX : ROW_PX),
    getItemKey: (index) => keyOf(entries[index]),
    overscan: 8,
  });
  useEffect(() => {
    if (at >= 0) showRow(rows, at);
  }, [at, rows]);
  useEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    const { activeElement } = document;
    // A row that left the list has lost the focus to the page, and the last one to the heading.
    const isLost = activeElement === document.body || activeElement?.matches(".head h1") === true;
    const isFree = isLost || scroller.current?.contains(activeElement);
    if (isFree && row && row !== document.activeElement) row.focus({ preventScroll: true });
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= entries.length - 10) props.loadMore();
  });
  return (
    <div className={picked.size > 0 ? "list picking" : "list"} ref={scroller}>
      <div
        role="grid"
        aria-label={t("inbox.list")}
        aria-rowcount={total ?? -1}
        aria-multiselectable="true"
        className="rows"
        style={{ height: rows.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          const place = { transform: `translateY(${start}px)` };
          if (entry.kind === "TIER")
            return (
              <div
                key={key}
                className={`tier placed ${entry.tier}`}
                role="row"
                style={place}
                data-index={index}
                ref={rows.measureElement}
              >
                <TierLine entry={entry} snoozed={props.snoozed} />
              </div>
            );
          const { task } = entry;
          const isCurrent = task.taskId === current;
          return (
            <div
              key={key}
              className={`item placed${task.severity === "URGENT" ? " urgent" : ""}${task.status === "SNOOZED" ? " asleep" : ""}`}
              role="row"
              aria-rowindex={index + 1}
              aria-selected={isCurrent}
              tabIndex={isCurrent || (at < 0 && index === firstTask(entries)) ? 0 : -1}
              style={place}
              data-index={index}
              ref={rows.measureElement}
              onClick={() => props.open(task)}
              onFocus={() => !isCurrent && props.open(task)}
            >
              <TaskRow
                task={task}
                now={now}
                refusal={refusals.get(task.taskId)}
                isPicked={picked.has(task.taskId)}
                pick={props.pick}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface TaskListProps {
  readonly entries: readonly ListEntry[];
  readonly current: string | null;
  readonly now: Date;
  readonly refusals: ReadonlyMap<string, string>;
  readonly picked: ReadonlySet<string>;
  /** Number of rows of the view; null if unknown. */
  readonly total: number | null;
  /** Number of snoozed tasks, of which the list shows the first page; null if unknown. */
  readonly snoozed: number | null;
  readonly open: (task: InboxTask) => void;
  readonly pick: (task: InboxTask) => void;
  readonly loadMore: () => void;
}

const TIER_PX = 30;
const ROW_PX = 60;

const firstTask = (entries: readonly ListEntry[]) =>
  entries.findIndex(({ kind }) => kind === "TASK");

function keyOf(entry: ListEntry | undefined): string {
  if (entry === undefined) return "";
  return entry.kind === "TASK" ? entry.task.taskId : `${entry.tier}:${entry.name ?? ""}`;
}

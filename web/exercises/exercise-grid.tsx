import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "../texts/use-texts.ts";
import type { FoundExercise } from "./exercise-query.ts";
import { ExerciseTile } from "./exercise-tile.tsx";
import { type GridMove, gridMove } from "./grid-moves.ts";
import { useColumns } from "./use-columns.ts";
import { useGridKeys } from "./use-grid-keys.ts";

/** Exercises as tiles. Only the visible rows are drawn; Tab reaches one tile, arrows the others, Enter opens. */
export function ExerciseGrid({ exercises, total, loadMore }: GridProps): ReactNode {
  const { t } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  const [current, setCurrent] = useState<string | null>(null);
  const columns = useColumns(scroller);
  const count = exercises.length;
  const found = exercises.findIndex(({ exerciseId }) => exerciseId === current);
  const at = found < 0 ? null : found;
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 3,
  });
  const move = (step: GridMove) => {
    const next = gridMove(at, step, { count, columns });
    isMoving.current = true;
    setCurrent(exercises[next]?.exerciseId ?? null);
    rows.scrollToIndex(Math.floor(next / columns), { align: "auto" });
  };
  useEffect(() => {
    if (!isMoving.current) return;
    const tile = scroller.current?.querySelector<HTMLElement>('[data-current="true"]');
    if (!tile) return;
    isMoving.current = false;
    tile.focus({ preventScroll: true });
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if ((last + 4) * columns >= count) loadMore();
  });
  useGridKeys(move);
  return (
    <div className="list" ref={scroller}>
      <div
        role="grid"
        aria-label={t("exercises.title")}
        aria-rowcount={Math.ceil(total / columns)}
        aria-colcount={columns}
        className="rows"
        style={{ height: rows.getTotalSize() }}
      >
        {shown.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            className="placed tiles-row"
            style={{
              transform: `translateY(${start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
            data-index={index}
            ref={rows.measureElement}
          >
            {exercises.slice(index * columns, (index + 1) * columns).map((exercise, column) => (
              <div role="gridcell" aria-colindex={column + 1} key={exercise.exerciseId}>
                <ExerciseTile
                  exercise={exercise}
                  isCurrent={exercise.exerciseId === current}
                  isReachable={index * columns + column === (at ?? 0)}
                  focus={() => setCurrent(exercise.exerciseId)}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface GridProps {
  readonly exercises: readonly FoundExercise[];
  /** Number of all results, also of those that are not loaded. */
  readonly total: number;
  readonly loadMore: () => void;
}

const ROW_PX = 184;

import type { ReactNode } from "react";
import type { DayShape } from "./day-shape.ts";

/** Draws one day as a shape. Its form shows the state and colour helps; the words beside it say it. */
export function DayCell({ shape, share = 0, size = "small" }: DayCellProps): ReactNode {
  const { width, height } = SIZES[size];
  return (
    <svg
      className="day"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {drawDay(shape, { width, height, share })}
    </svg>
  );
}

interface DayCellProps {
  readonly shape: DayShape;
  /** Share that is done; shown for an open day. */
  readonly share?: number;
  readonly size?: keyof typeof SIZES;
}

const SIZES = { small: { width: 10, height: 18 }, large: { width: 26, height: 26 } } as const;

/** Pixels of a day in a strip. */
export const SMALL_DAY = SIZES.small;

interface Space {
  readonly width: number;
  readonly height: number;
  readonly share: number;
}

/** The elements of one day, from the top left corner of its space. */
export function drawDay(shape: DayShape, space: Space): ReactNode {
  const { width, height, share } = space;
  const frame = { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 2 };
  const [middle, half] = [width / 2, height / 2];
  switch (shape) {
    case "DONE":
      return <rect {...frame} className="day-done" />;
    case "PARTIAL":
      return (
        <>
          <rect {...frame} className="day-partial" />
          <rect {...frame} y={half} height={half - 0.5} className="day-done" />
        </>
      );
    case "SKIPPED":
      return (
        <>
          <rect {...frame} className="day-skipped" />
          <path d={hatching(space)} className="day-hatch" />
        </>
      );
    case "MISSED":
      return (
        <>
          <rect {...frame} className="day-missed" />
          <path
            d={`M${middle - 2} ${half - 2}l4 4m0-4l-4 4`}
            className="day-missed"
            strokeLinecap="round"
          />
        </>
      );
    case "LATE":
      return (
        <>
          <rect {...frame} y={height * 0.34} height={height * 0.66 - 0.5} className="day-done" />
          <rect {...frame} height={height * 0.23} rx={1.5} className="day-late" />
        </>
      );
    case "OPEN": {
      const filled = (height - 4) * share;
      return (
        <>
          <rect {...frame} className="day-open" />
          <rect
            x={2}
            y={height - 2 - filled}
            width={width - 4}
            height={filled}
            rx={1}
            className="day-done"
          />
        </>
      );
    }
    case "REST":
      return <circle cx={middle} cy={height - 4} r={1.3} className="day-rest" />;
    case "NOT_OFFERED":
      return <circle cx={middle} cy={height - 4} r={1.8} className="day-skipped" />;
    case "TO_COME":
      return <rect {...frame} className="day-to-come" />;
    case "NONE":
      return null;
  }
}

/** Diagonal lines inside of the frame. */
function hatching({ width, height }: Space): string {
  const [right, bottom] = [width - 1, height - 1];
  const lines: string[] = [];
  for (let sum = 5; sum < right + bottom; sum += 4) {
    const [x1, y1] = [Math.max(1, sum - bottom), Math.min(sum - 1, bottom)];
    const [x2, y2] = [Math.min(sum - 1, right), Math.max(1, sum - right)];
    lines.push(`M${x1} ${y1}L${x2} ${y2}`);
  }
  return lines.join("");
}

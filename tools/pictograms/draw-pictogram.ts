import { type Point, POSTURES } from "./figures.ts";
import type { Pose } from "./poses.ts";

/** Draws the body, the tool and the direction as an SVG of 320 by 320. */
export function drawPictogram(pose: Pose, tool: string): string {
  const { head, neck, hip, legs, props } = POSTURES[pose.posture];
  const body = [
    ...props.map((prop) => line(prop, pen(PROP, 4))),
    line(
      [
        [6, 93],
        [94, 93],
      ],
      pen(PROP, 2),
    ),
    `<circle cx="${head[0]}" cy="${head[1]}" r="${HEAD_RADIUS}" fill="${INK}"/>`,
    ...legs.map((leg) => line([hip, ...leg], pen(INK, 6))),
    line([neck, hip], pen(INK, 8)),
    line([neck, ...pose.arm], pen(INK, 5)),
  ];
  const { load, way } = pose;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 100 100"><rect width="100" height="100" fill="#f8fafc"/>${body.join("")}${drawTool(tool, load)}${drawWay(load, way)}</svg>`;
}

const INK = "#1f2a37";
const LOAD = "#d9480f";
const PROP = "#9aa5b1";
const WAY = "#1971c2";
const HEAD_RADIUS = 7;

/** The tool at the point where it acts; bodyweight is not drawn. */
function drawTool(tool: string, [x, y]: Point): string {
  const ring = (radius: number, width: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${LOAD}" stroke-width="${width}"/>`;
  switch (tool) {
    case "barbell":
      return ring(8, 3) + ring(1.5, 3);
    case "dumbbell":
      return [
        ...[-6, 6].map((side) =>
          line(
            [
              [x + side, y - 4],
              [x + side, y + 4],
            ],
            pen(LOAD, 4),
          ),
        ),
        line(
          [
            [x - 6, y],
            [x + 6, y],
          ],
          pen(LOAD, 2.5),
        ),
      ].join("");
    case "kettlebell":
      return `<circle cx="${x}" cy="${y + 6}" r="6" fill="${LOAD}"/>${ring(3.5, 2.5)}`;
    case "cable":
      return pulled([x, y], [[96, 50]], "");
    case "machine":
      return pulled([x, y], [[96, y]], "") + stack();
    case "band":
      return pulled([x, y], [[92, 91]], `stroke-dasharray="3 3"`);
    default:
      return "";
  }
}

/** A line from the acting point to its anchor, and a grip. */
function pulled(from: Point, to: readonly Point[], dashes: string): string {
  const grip = `<circle cx="${from[0]}" cy="${from[1]}" r="3.5" fill="${LOAD}"/>`;
  const post: readonly Point[] = [
    [97, 6],
    [97, 93],
  ];
  return (
    line([from, ...to], pen(LOAD, 2, dashes)) +
    grip +
    (dashes === "" ? line(post, pen(LOAD, 3)) : "")
  );
}

/** The weight stack of a machine. */
function stack(): string {
  return [66, 72, 78, 84]
    .map((y) => `<rect x="88" y="${y}" width="9" height="4.5" fill="${LOAD}"/>`)
    .join("");
}

/** An arrow next to the load; a static hold has none. */
function drawWay([x, y]: Point, [dx, dy]: Point): string {
  const length = Math.hypot(dx, dy);
  if (length === 0) return "";
  const [ux, uy] = [dx / length, dy / length];
  // Next to it, so that neither hides the other.
  const start: Point = [x + ux * 3 - uy * 11, y + uy * 3 + ux * 11];
  const end: Point = [start[0] + dx, start[1] + dy];
  const wing = (side: number): Point => [
    end[0] - ux * 5 - uy * 4 * side,
    end[1] - uy * 5 + ux * 4 * side,
  ];
  return line([start, end], pen(WAY, 3)) + line([wing(1), end, wing(-1)], pen(WAY, 3));
}

/** Style of a line. */
function pen(colour: string, width: number, dashes = ""): string {
  return `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${dashes}`;
}

function line(points: readonly Point[], drawn: string): string {
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return `<polyline points="${path}" ${drawn}/>`;
}

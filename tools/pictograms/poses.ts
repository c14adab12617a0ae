import { type Point, POSTURES, type PostureName } from "./figures.ts";

/** How to draw a movement. */
export type Pose = {
  readonly posture: PostureName;
  /** From the neck: elbow and hand. */
  readonly arm: readonly [elbow: Point, hand: Point];
  /** The point where the tool acts: the hand, unless the pose names another. */
  readonly load: Point;
  /** Direction of the load. */
  readonly way: Point;
};

/** A pose in numbers: elbow, hand, direction, and the load if it is not in the hand. */
function pose(posture: PostureName, numbers: readonly number[]): Pose {
  const [ex = 0, ey = 0, hx = 0, hy = 0, wx = 0, wy = 0, lx = hx, ly = hy] = numbers;
  return {
    posture,
    arm: [
      [ex, ey],
      [hx, hy],
    ],
    load: [lx, ly],
    way: [wx, wy],
  };
}

/** A pose for each movement of the generated library, by its name there. */
const POSES: Readonly<Record<string, Pose>> = {
  "bench press": pose("bench", [40, 48, 33, 34, 0, -16]),
  "chest fly": pose("bench", [42, 44, 48, 32, -14, -10]),
  pullover: pose("bench", [16, 46, 10, 38, 16, -14]),
  "push-up": pose("plank", [70, 78, 78, 88, 0, -16, 62, 58]),
  dip: pose("dip", [42, 46, 58, 54, 0, 16, 34, 60]),
  row: pose("lean", [52, 48, 60, 58, -14, -12]),
  pulldown: pose("sit", [56, 28, 52, 14, 0, 16]),
  "pull-up": pose("hang", [58, 24, 52, 13, 0, -16, 66, 60]),
  shrug: pose("stand", [54, 42, 56, 56, 0, -14]),
  deadlift: pose("lean", [66, 56, 64, 74, 0, -18]),
  "romanian deadlift": pose("bend", [70, 62, 66, 74, -4, -18]),
  "sumo deadlift": pose("wide", [50, 56, 50, 74, 0, -18]),
  "good morning": pose("bend", [64, 58, 72, 44, -6, -18]),
  squat: pose("squat", [44, 52, 54, 46, 0, -18, 48, 42]),
  "front squat": pose("squat", [66, 50, 60, 42, 0, -18]),
  "goblet squat": pose("squat", [60, 58, 64, 50, 0, -18]),
  "split squat": pose("split", [56, 48, 56, 60, 0, -16]),
  lunge: pose("lunge", [54, 48, 54, 60, 14, 10]),
  "step-up": pose("step", [44, 40, 44, 54, 8, -18]),
  "leg press": pose("press", [40, 64, 46, 72, 16, -6, 78, 46]),
  "leg extension": pose("sit", [40, 48, 46, 62, 18, -16, 64, 84]),
  "leg curl": pose("prone", [28, 74, 36, 76, -8, -20, 86, 58]),
  "hip thrust": pose("bridge", [36, 56, 50, 60, 0, -18, 54, 58]),
  "glute bridge": pose("glute", [34, 88, 44, 88, 0, -18, 54, 62]),
  "hip abduction": pose("side", [44, 40, 42, 52, 14, -8, 80, 74]),
  kickback: pose("kick", [66, 36, 74, 44, -14, -10, 22, 70]),
  "calf raise": pose("toes", [54, 38, 56, 52, 0, -16]),
  "overhead press": pose("stand", [60, 22, 54, 6, 0, -14, 54, 16]),
  "push press": pose("squat", [62, 36, 58, 20, 0, -16]),
  "arnold press": pose("stand", [62, 34, 56, 20, 10, -14]),
  "lateral raise": pose("stand", [62, 30, 76, 32, -4, -16]),
  "front raise": pose("stand", [62, 34, 78, 38, 2, -16]),
  "rear delt fly": pose("bend", [64, 42, 56, 34, -14, -6]),
  "upright row": pose("stand", [64, 30, 56, 38, 0, -14]),
  "face pull": pose("stand", [66, 22, 62, 20, -16, 0]),
  curl: pose("stand", [50, 44, 64, 38, -6, -14]),
  "hammer curl": pose("stand", [48, 44, 62, 48, 2, -16]),
  "triceps extension": pose("stand", [56, 12, 40, 14, 10, -12]),
  "triceps pushdown": pose("stand", [50, 44, 64, 50, 0, 16]),
  "wrist curl": pose("sit", [46, 54, 60, 58, 4, -12]),
  crunch: pose("curlUp", [40, 64, 34, 64, 8, -12]),
  "sit-up": pose("sitUp", [58, 60, 62, 52, 14, -8]),
  plank: pose("plank", [76, 84, 88, 86, 0, 0]),
  "leg raise": pose("raise", [52, 23, 50, 13, -4, -18, 86, 56]),
  "russian twist": pose("twist", [48, 64, 60, 60, 0, 18]),
  woodchop: pose("stand", [64, 22, 74, 12, -14, 18]),
  swing: pose("lean", [74, 52, 86, 54, 2, -18]),
  clean: pose("squat", [64, 54, 58, 46, 0, -22]),
  snatch: pose("squat", [58, 30, 56, 12, 0, -10, 56, 14]),
  thruster: pose("squat", [66, 46, 62, 36, 0, -22]),
  "farmer's walk": pose("walk", [48, 42, 48, 58, 18, 0]),
  burpee: pose("climb", [76, 70, 76, 86, 0, -22, 60, 52]),
  "mountain climber": pose("climb", [76, 70, 76, 86, 16, -6, 52, 80]),
  "box jump": pose("jump", [54, 30, 62, 22, 14, -12]),
  "hip flexor stretch": pose("halfKneel", [58, 48, 66, 62, 14, 0]),
  "hamstring stretch": pose("reach", [74, 74, 82, 80, 10, 4]),
  "shoulder rotation": pose("stand", [50, 44, 66, 44, 8, 10]),
};

/** Movements that are done seated on a machine. */
const SEATED_AT_MACHINES = new Set(["overhead press", "rear delt fly", "row", "triceps extension"]);

/** The pose of a movement with a piece of equipment. @throws Error if there is no drawing of it. */
export function poseOf(movement: string, tool: string): Pose {
  const drawn = POSES[movement];
  if (drawn === undefined) throw new Error(`There is no drawing of the ${movement}.`);
  return tool === "machine" && SEATED_AT_MACHINES.has(movement) ? seated(drawn) : drawn;
}

/** The same arm pose, seated. */
function seated({ posture, arm: [elbow, hand], load, way }: Pose): Pose {
  const [from, to] = [POSTURES[posture].neck, POSTURES.sit.neck];
  const moved = ([x, y]: Point): Point => [x + to[0] - from[0], y + to[1] - from[1]];
  return { posture: "sit", arm: [moved(elbow), moved(hand)], load: moved(load), way };
}

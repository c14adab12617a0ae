/** A point in a picture of 100 by 100, from the upper left. */
export type Point = readonly [x: number, y: number];

/** A body from the side, by its joints, with the props it uses. */
export type Posture = {
  readonly head: Point;
  readonly neck: Point;
  readonly hip: Point;
  /** From the hip down, one list per leg. */
  readonly legs: readonly (readonly Point[])[];
  /** Benches, boxes, bars. */
  readonly props: readonly (readonly Point[])[];
};

const MIDDLE: Point = [50, 50];

/** Parses points, "x,y x,y". */
function placesOf(text: string): Point[] {
  return text.split(" ").map((place) => {
    const [x = 0, y = 0] = place.split(",").map(Number);
    return [x, y];
  });
}

/** A body by head, neck and hip, with each leg from the knee down. */
function figure(body: string, ...legs: string[]): Posture {
  const [head = MIDDLE, neck = MIDDLE, hip = MIDDLE] = placesOf(body);
  return { head, neck, hip, legs: legs.map(placesOf), props: [] };
}

const on = (posture: Posture, ...props: string[]): Posture => ({
  ...posture,
  props: props.map(placesOf),
});

/** The postures in which movements begin or end; the ground is at 93. */
export const POSTURES = {
  stand: figure("50,18 50,27 50,55", "51,72 50,90"),
  lean: figure("74,36 66,41 40,56", "47,73 43,90"),
  bend: figure("80,50 71,51 40,52", "44,71 42,90"),
  squat: figure("55,35 52,44 38,68", "59,67 49,90"),
  wide: figure("50,32 50,41 50,68", "68,70 72,90", "32,70 28,90"),
  lunge: figure("50,25 50,34 49,62", "66,65 66,90", "42,82 24,88"),
  split: on(figure("52,25 52,34 50,62", "67,66 66,90", "40,80 24,72"), "14,75 28,75"),
  step: on(figure("52,18 52,27 50,54", "66,58 66,74", "46,72 42,90"), "56,90 56,76 80,76 80,90"),
  sit: on(figure("42,25 42,34 42,62", "62,64 62,90"), "30,66 54,66 42,66 42,90"),
  press: on(figure("24,48 28,56 42,74", "54,54 74,46"), "20,58 36,82 50,82"),
  bench: on(figure("20,60 29,62 56,62", "70,66 74,90"), "16,68 62,68"),
  prone: on(figure("20,58 29,61 56,61", "72,61 86,62"), "24,68 66,68"),
  lie: figure("20,84 29,86 57,86", "70,70 80,90"),
  curlUp: figure("30,66 34,74 57,86", "70,70 80,90"),
  sitUp: figure("48,46 50,55 54,86", "70,70 80,90"),
  twist: figure("34,46 38,54 52,84", "68,70 84,76"),
  bridge: on(figure("20,60 28,65 54,64", "72,64 72,90"), "18,72 34,72 26,72 26,90"),
  glute: figure("16,84 25,86 54,68", "70,66 70,90"),
  plank: figure("84,62 76,66 46,72", "31,79 15,87"),
  climb: figure("82,50 74,55 46,64", "64,74 56,84", "30,76 14,87"),
  hang: on(figure("45,27 50,34 50,60", "50,76 46,90"), "30,12 70,12"),
  raise: on(figure("45,27 50,34 50,60", "68,60 86,60"), "30,12 70,12"),
  dip: on(figure("50,24 50,33 50,60", "48,74 36,82"), "56,56 82,56 70,56 70,90"),
  kneel: figure("52,38 52,47 52,70", "54,88 36,88"),
  kick: figure("58,20 56,29 50,55", "50,72 50,90", "38,64 22,72"),
  side: figure("50,18 50,27 50,55", "50,72 50,90", "64,68 80,78"),
  toes: on(figure("50,14 50,23 50,51", "50,67 48,82 54,84"), "46,88 62,88"),
  jump: on(figure("42,18 42,27 36,50", "50,56 42,70"), "58,90 58,72 84,72 84,90"),
  reach: figure("70,62 64,66 40,84", "62,86 84,86"),
  halfKneel: figure("48,28 48,37 46,64", "66,66 66,90", "36,86 18,88"),
  walk: figure("50,18 50,27 50,55", "60,70 66,90", "44,73 32,88"),
} as const satisfies Readonly<Record<string, Posture>>;

export type PostureName = keyof typeof POSTURES;

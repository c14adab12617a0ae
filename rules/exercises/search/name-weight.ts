/**
 * How far a name is from the plain exercise, as the sum of its words' weights. Among exercises that match equally, the
 * lowest comes first: a coach who types "squat" means the barbell squat, not the squat with chains.
 */
export function nameWeight(words: readonly string[]): number {
  return Math.max(
    1,
    words.reduce((sum, word) => sum + (WEIGHTS.get(word) ?? ORDINARY), 0),
  );
}

const ORDINARY = 4;

/** Words by weight. The usual equipment and position say least, rare equipment says most. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: "barbell medium over",
    1: "standing bicep full regular powerlifting dumbbell arm",
    2: "grip lat cable machine bodyweight seated lying side tricep leverage smith wide close one single two",
    3: "lateral alternate alternating",
    6: "band chain kettlebell deficit axle car double block wrist finger behind neck speed box pin plate sled straight",
    8: "reverse",
  }).flatMap(([weight, words]) => words.split(" ").map((word) => [word, Number(weight)] as const)),
);

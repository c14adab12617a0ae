import { nameWords } from "./name-words.ts";

/** Words of movements: the main word of a name. A search that leaves words out keeps it. */
export const MOVEMENTS: ReadonlySet<string> = wordsOf(
  `abduction adduction abductor adductor bridge burpee butterfly bound carry chin chop circle clean climb climber climbing
  crawl crossover crunch curl cycling bicycling deadlift dip drag drill drive elliptical extension flexion flip fly flye fold
  hinge hold hop hyperextension jack jammer jerk jump jumping kick kickback lift load lunge march morning plank pass pinch
  pose press pull pulldown pullover pullup push pushdown pushup raise roll roller rollout rotation row rowing run
  running scaption shrug sit situp skating skip slam slide snatch sprint squat squeeze stairmaster step stretch swing thrust
  thruster throw touch toucher tuck twist vacuum walk walking windmill stepmill treadmill`,
);

/** Words of equipment: an exercise matches them by its classification too. */
export const EQUIPMENT: ReadonlySet<string> = wordsOf(
  "barbell dumbbell kettlebell cable machine band bodyweight ez exercise medicine ball foam roller",
);

/** Words of muscles: the same, unless they are part of a phrase such as "chest press". */
export const MUSCLES: ReadonlySet<string> = wordsOf(
  "chest back shoulder bicep tricep forearm quad hamstring glute calf core",
);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(nameWords(text));
}

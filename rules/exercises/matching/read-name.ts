import { termsOf } from "./terms.ts";

/** A name parsed into slots; null means "as usual for this movement". */
export interface ReadName {
  readonly movement: readonly string[];
  /** Sorted; empty for bodyweight, or if neither the name nor its source says. */
  readonly equipment: readonly string[];
  readonly position: string | null;
  readonly incline: string | null;
  readonly grip: string | null;
  readonly side: string | null;
  readonly count: string | null;
  readonly muscles: readonly string[];
  /** All of it in a fixed order, for comparing by words and by letters. */
  readonly words: readonly string[];
}

/** The comparable facts of an exercise, from a catalogue or an image library. */
export interface NamedExercise {
  readonly name: string;
  /** As its source writes it; null if not given. */
  readonly equipment: string | null;
  /** Muscles or muscle groups, as its source writes them. */
  readonly muscles: readonly string[];
}

const setOf = (words: string) => new Set(words.split(" "));

const EQUIPMENT = setOf(
  "barbell dumbbell kettlebell cable machine smith ez band exerciseball bosu medball trapbar landmine suspended ring strap plate foamroll chain bodyweight weighted sled",
);
const POSITIONS = setOf(
  "standing seated lying prone kneeling halfkneeling bentover hanging sidelying chestsupported behindneck behindback",
);
const INCLINES = setOf("incline decline");
const GRIPS = setOf("closegrip widegrip reversegrip neutralgrip pronated rope vbar mixedgrip");
const SIDES = setOf("onearm oneleg twoarm alternating crossbody");
const COUNTS = setOf("double two 3of4");

/** Equipment terms of the sources in our vocabulary; a missing term is ignored. */
const EQUIPMENT_FIELDS: Readonly<Record<string, string>> = {
  barbell: "barbell",
  dumbbell: "dumbbell",
  kettlebells: "kettlebell",
  kettlebell: "kettlebell",
  cable: "cable",
  machine: "machine",
  "e-z curl bar": "ez",
  bands: "band",
  band: "band",
  "medicine ball": "medball",
  "exercise ball": "exerciseball",
  "foam roll": "foamroll",
};

/**
 * The default of a movement, also per equipment, if the name is silent. A modifier that states the default adds
 * nothing.
 */
const USUAL: Readonly<Record<string, string>> = {
  squat: "standing",
  frontsquat: "standing",
  deadlift: "standing",
  shrug: "standing",
  goodmorning: "standing",
  clean: "standing",
  lateralraise: "standing",
  frontraise: "standing",
  uprightrow: "standing",
  curl: "standing",
  calfraise: "standing",
  pushdown: "standing twoarm",
  woodchop: "standing",
  facepull: "rope standing",
  benchpress: "lying",
  floorpress: "lying",
  pullover: "lying",
  fly: "lying",
  crunch: "lying kneeling",
  situp: "lying",
  legextension: "seated",
  legpress: "seated",
  "concentration curl": "seated onearm",
  "curl preacher": "seated",
  hammer: "rope neutralgrip",
  pistol: "oneleg",
  renegade: "alternating",
  kickback: "oneleg",
  wristcurl: "reversegrip",
  hipabduction: "seated",
  hipadduction: "seated",
  "machine reversefly": "seated",
  "machine fly": "seated",
  "machine chestpress": "seated",
  "machine shoulderpress": "seated",
  "machine crunch": "seated",
  "machine dip": "seated",
  "machine row": "seated",
  "cable row": "seated",
  "machine hammer": "neutralgrip",
  "curl machine": "seated",
  chinup: "reversegrip",
  longjump: "standing",
  reardeltraise: "bentover",
  "barbell row": "bentover",
  overheadpress: "standing",
};
/** The equipment of a movement, if neither name nor source states any: what everybody means by it. */
const USUAL_EQUIPMENT: readonly (readonly [equipment: string, movements: string])[] = [
  [
    "barbell",
    `squat|frontsquat|olympic squat|box squat|squat zercher|overhead squat|narrowstance squat|squat widestance|jefferson squat|
    deadlift|deadlift sumo|deadlift romanian|deadlift stiffleg|deadlift deficit|rackpull|goodmorning|hipthrust|
    benchpress|floorpress|board press|pin press|jm press|overheadpress|pushpress|bradford press|reversecurl|
    clean|clean power|clean hang|clean jerk|clean press|clean pull|clean split|snatch|power snatch|hang snatch|pull snatch|
    jerk split|jerk power|jerk|balance snatch|row tbar|curl drag|curl preacher|sissy squat|deadlift snatch|uprightrow`,
  ],
  [
    "dumbbell",
    `arnold press|curl hammer|concentration curl|curl zottman|curl preacher zottman|press tate|cuban press|scaption`,
  ],
  ["ez", "extension triceps"],
  ["kettlebell", "goblet squat|get turkish up|swing|pistol squat"],
  [
    "cable",
    `pulldown|straightarm pulldown|pushdown|facepull|pallof press|woodchop|pullthrough|crossover|crossover low|
    front pulldown`,
  ],
  [
    "machine",
    `legpress|legpress narrowstance|legextension|legcurl|hack squat|hipabduction|hipadduction|gluteham|reversehyper|
    bicycling stationary|elliptical trainer|elliptical|stairmaster|rowing stationary|running treadmill|treadmill walking|
    bike recumbent|calfpresslegpress|jogging treadmill`,
  ],
  ["ez", "curl spider"],
  ["band", "pullapart|monster walk"],
];
const USUAL_PIECES: ReadonlyMap<string, string> = new Map(
  USUAL_EQUIPMENT.flatMap(([equipment, movements]) =>
    movements.split("|").map((movement) => [movement.trim(), equipment] as const),
  ),
);

/** The defaults of an equipment alone. */
const USUAL_WITH: Readonly<Record<string, string>> = { dumbbell: "twoarm", barbell: "twoarm" };

/** Parses a name into its slots. The source's equipment field counts if the name does not state any. */
export function readName(exercise: NamedExercise): ReadName {
  const words = termsOf(exercise.name);
  const movement = words.filter((word) => !isModifier(word)).toSorted();
  const equipment = equipmentOf(words, exercise.equipment, movement);
  const usual = usualOf(movement, equipment);
  const stated = (slot: ReadonlySet<string>) =>
    words
      .filter((word) => slot.has(word) && !usual.has(word))
      .toSorted()
      .join(" ") || null;
  const slots = {
    position: stated(POSITIONS),
    incline: stated(INCLINES),
    grip: stated(GRIPS),
    side: stated(SIDES),
    count: stated(COUNTS),
  };
  const modifiers = Object.values(slots).flatMap((value) => value?.split(" ") ?? []);
  return {
    movement,
    equipment,
    ...slots,
    muscles: exercise.muscles,
    words: [...equipment, ...modifiers, ...movement],
  };
}

const isModifier = (word: string) =>
  [EQUIPMENT, POSITIONS, INCLINES, GRIPS, SIDES, COUNTS].some((slot) => slot.has(word));

/** Defaults of the whole movement if known; else those of each word, alone and with the equipment. */
function usualOf(movement: readonly string[], equipment: readonly string[]): ReadonlySet<string> {
  const keys = equipment.flatMap((piece) => movement.map((word) => `${piece} ${word}`));
  const whole = USUAL[movement.join(" ")];
  const stated = whole === undefined ? [...movement, ...keys].map((key) => USUAL[key]) : [whole];
  return setOf([...stated, ...equipment.map((piece) => USUAL_WITH[piece])].join(" "));
}

/** The name comes first: sources file a goblet squat under kettlebells, and an EZ bar under barbells. */
function equipmentOf(
  words: readonly string[],
  field: string | null,
  movement: readonly string[],
): string[] {
  const named = words.filter((word) => EQUIPMENT.has(word) && word !== "bodyweight");
  const filed = EQUIPMENT_FIELDS[(field ?? "").toLowerCase()];
  if (named.includes("smith")) return ["smith"];
  const pieces = named.map((word) => sledOfMachine(word, filed));
  const isBodyweight = words.includes("bodyweight");
  const usual = field === null && !isBodyweight ? USUAL_PIECES.get(movement.join(" ")) : undefined;
  const unnamed = filed ?? usual;
  if (unnamed !== undefined && pieces.every((word) => ADDITIONS.has(word))) pieces.push(unnamed);
  return [...new Set(pieces)].toSorted();
}

/** Equipment used in addition to another; it does not override the source's field. */
const ADDITIONS = setOf("band chain weighted plate");

/** One catalogue calls a machine with a sliding carriage a sled. */
const sledOfMachine = (word: string, filed: string | undefined) =>
  word === "sled" && filed === "machine" ? "machine" : word;

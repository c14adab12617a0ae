import { wordsOf } from "./spellings.ts";

/** What is told about an exercise of a catalogue or of an image library, and compared. */
export interface NamedExercise {
  readonly name: string;
  /** As its source writes it; null where it does not say. */
  readonly equipment: string | null;
  /** Muscles or muscle groups, as its source writes them. */
  readonly muscles: readonly string[];
}

/** A name, read into what it says: null is "as usual for this movement". */
export interface ReadName {
  readonly movement: readonly string[];
  /** Sorted; empty where it is the body's own weight, or where neither the name nor its source says. */
  readonly equipment: readonly string[];
  readonly position: string | null;
  readonly incline: string | null;
  readonly grip: string | null;
  readonly side: string | null;
  readonly count: string | null;
  readonly muscles: readonly string[];
  /** All of it in one order, for comparing by words and by letters. */
  readonly words: readonly string[];
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

/** What sources write for equipment, in our words; what is not here says nothing. */
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

/** How a movement, or one with that equipment, is done when nothing is said: a modifier that says the usual says nothing. */
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
  overheadpress: "standing",
};
/** What is usual with this equipment alone. */
const USUAL_WITH: Readonly<Record<string, string>> = { dumbbell: "twoarm", barbell: "twoarm" };

/** Reads a name into its slots; what stands beside it says the equipment where the name does not. */
export function readName(exercise: NamedExercise): ReadName {
  const words = wordsOf(exercise.name);
  const movement = words.filter((word) => !isModifier(word)).toSorted();
  const equipment = equipmentOf(words, exercise.equipment);
  const usual = usualOf(movement, equipment);
  const said = (slot: ReadonlySet<string>) =>
    words
      .filter((word) => slot.has(word) && !usual.has(word))
      .toSorted()
      .join(" ") || null;
  const slots = {
    position: said(POSITIONS),
    incline: said(INCLINES),
    grip: said(GRIPS),
    side: said(SIDES),
    count: said(COUNTS),
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

/** Of the movement as a whole, if that is known; else of each of its words, alone and with the equipment. */
function usualOf(movement: readonly string[], equipment: readonly string[]): ReadonlySet<string> {
  const keys = equipment.flatMap((piece) => movement.map((word) => `${piece} ${word}`));
  const whole = USUAL[movement.join(" ")];
  const said = whole === undefined ? [...movement, ...keys].map((key) => USUAL[key]) : [whole];
  return setOf([...said, ...equipment.map((piece) => USUAL_WITH[piece])].join(" "));
}

/** What the name says first: sources file a goblet squat under kettlebells, and an EZ bar under barbells. */
function equipmentOf(words: readonly string[], field: string | null): string[] {
  const named = words.filter((word) => EQUIPMENT.has(word) && word !== "bodyweight");
  const filed = EQUIPMENT_FIELDS[(field ?? "").toLowerCase()];
  if (named.includes("smith")) return ["smith"];
  const pieces = named.map((word) => sledOfMachine(word, filed));
  if (filed !== undefined && pieces.every((word) => ADDITIONS.has(word))) pieces.push(filed);
  return [...new Set(pieces)].toSorted();
}

/** What comes to another piece of equipment, and is no reason not to look at what the source says. */
const ADDITIONS = setOf("band chain weighted plate");

/** One catalogue calls a machine with a sliding carriage a sled. */
const sledOfMachine = (word: string, filed: string | undefined) =>
  word === "sled" && filed === "machine" ? "machine" : word;

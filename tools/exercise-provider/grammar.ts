/** A movement, with its possible tools and variants. */
export type Movement = {
  readonly en: string;
  readonly de: string;
  readonly muscle: string;
  readonly secondary: readonly string[];
  readonly types: readonly string[];
  readonly tools: readonly string[];
  readonly positions: readonly string[];
  readonly grips: readonly string[];
};

const free = ["barbell", "dumbbell", "kettlebell"];
const all = [...free, "cable", "machine", "band"];
const body = ["bodyweight"];
const stances = ["standing", "seated", "kneeling", "half kneeling"];
const benches = ["flat", "incline", "decline"];
const hands = ["close grip", "wide grip", "neutral grip", "underhand"];

function movement(
  en: string,
  de: string,
  muscle: string,
  secondary: string,
  tools: readonly string[],
  {
    positions = [],
    grips = [],
    types = ["strength"],
  }: Partial<Pick<Movement, "positions" | "grips" | "types">> = {},
): Movement {
  const others = secondary === "" ? [] : secondary.split(" ");
  return { en, de, muscle, secondary: others, types, tools, positions, grips };
}

/** The movements from which exercises are generated; names are ours, in both languages. */
export const MOVEMENTS: readonly Movement[] = [
  movement("bench press", "Bankdrücken", "chest", "triceps shoulders", all, {
    positions: benches,
    grips: hands,
  }),
  movement(
    "chest fly",
    "Fliegende",
    "chest",
    "shoulders",
    ["dumbbell", "cable", "machine", "band"],
    { positions: benches },
  ),
  movement("pullover", "Überzüge", "chest", "back", ["barbell", "dumbbell", "cable"], {
    positions: benches,
  }),
  movement("push-up", "Liegestütz", "chest", "triceps core", [...body, "band"], {
    positions: ["incline", "decline", "kneeling"],
    grips: ["close grip", "wide grip"],
    types: ["strength", "calisthenics"],
  }),
  movement("dip", "Dips", "triceps", "chest", [...body, "machine", "band"], {
    types: ["strength", "calisthenics"],
  }),
  movement("row", "Rudern", "back", "biceps", all, {
    positions: ["bent over", "seated", "chest supported"],
    grips: hands,
  }),
  movement("pulldown", "Latzug", "back", "biceps", ["cable", "machine", "band"], {
    positions: ["seated", "kneeling", "standing"],
    grips: hands,
  }),
  movement("pull-up", "Klimmzug", "back", "biceps", [...body, "band", "machine"], {
    grips: hands,
    types: ["strength", "calisthenics"],
  }),
  movement("shrug", "Schulterheben", "back", "forearms", all, {
    positions: ["standing", "seated"],
  }),
  movement("deadlift", "Kreuzheben", "hamstrings", "back glutes", free, {
    positions: ["deficit"],
    grips: ["wide grip"],
  }),
  movement(
    "romanian deadlift",
    "Rumänisches Kreuzheben",
    "hamstrings",
    "glutes",
    [...free, "cable", "band"],
    { positions: ["deficit", "staggered stance"] },
  ),
  movement("sumo deadlift", "Sumo-Kreuzheben", "glutes", "hamstrings quads", free, {
    positions: ["deficit"],
  }),
  movement(
    "good morning",
    "Guten-Morgen-Übung",
    "hamstrings",
    "back",
    ["barbell", "band", "bodyweight"],
    { positions: ["standing", "seated"] },
  ),
  movement("squat", "Kniebeuge", "quads", "glutes", [...all, ...body], {
    positions: ["box", "pause"],
    grips: [],
  }),
  movement("front squat", "Frontkniebeuge", "quads", "core", free, { positions: ["box", "pause"] }),
  movement("goblet squat", "Goblet-Kniebeuge", "quads", "core", ["dumbbell", "kettlebell"], {
    positions: ["box", "pause"],
  }),
  movement(
    "split squat",
    "Ausfallschritt-Kniebeuge",
    "quads",
    "glutes",
    [...free, ...body, "cable", "band"],
    { positions: ["rear foot elevated", "front foot elevated"] },
  ),
  movement("lunge", "Ausfallschritt", "quads", "glutes", [...free, ...body, "band"], {
    positions: ["walking", "reverse", "lateral", "curtsy"],
  }),
  movement("step-up", "Aufsteiger", "quads", "glutes", [...free, ...body], {
    positions: ["lateral", "crossover"],
  }),
  movement("leg press", "Beinpresse", "quads", "glutes", ["machine", "band"], {
    positions: ["seated", "lying", "single leg"],
  }),
  movement("leg extension", "Beinstrecker", "quads", "", ["machine", "cable", "band"], {
    positions: ["seated", "single leg"],
  }),
  movement(
    "leg curl",
    "Beinbeuger",
    "hamstrings",
    "calves",
    ["machine", "cable", "band", "dumbbell"],
    { positions: ["seated", "lying", "standing", "single leg"] },
  ),
  movement(
    "hip thrust",
    "Hüftstoß",
    "glutes",
    "hamstrings",
    [...free, ...body, "machine", "band"],
    { positions: ["single leg", "feet elevated"] },
  ),
  movement("glute bridge", "Gesäßbrücke", "glutes", "hamstrings", [...free, ...body, "band"], {
    positions: ["single leg", "feet elevated"],
  }),
  movement(
    "hip abduction",
    "Hüftabduktion",
    "glutes",
    "",
    ["machine", "cable", "band", "bodyweight"],
    { positions: ["standing", "seated", "side lying"], types: ["strength", "rehabilitation"] },
  ),
  movement(
    "kickback",
    "Kickback",
    "glutes",
    "hamstrings",
    ["cable", "band", "machine", "bodyweight"],
    { positions: ["standing", "kneeling"] },
  ),
  movement("calf raise", "Wadenheben", "calves", "", [...all, ...body], {
    positions: ["standing", "seated", "single leg", "donkey"],
  }),
  movement("overhead press", "Überkopfdrücken", "shoulders", "triceps", all, {
    positions: stances,
    grips: ["neutral grip", "wide grip"],
  }),
  movement("push press", "Schwungdrücken", "shoulders", "triceps quads", free, {
    positions: ["standing"],
    types: ["strength", "functional"],
  }),
  movement("arnold press", "Arnold-Drücken", "shoulders", "triceps", ["dumbbell", "kettlebell"], {
    positions: stances,
  }),
  movement(
    "lateral raise",
    "Seitheben",
    "shoulders",
    "",
    ["dumbbell", "kettlebell", "cable", "machine", "band"],
    { positions: [...stances, "leaning"] },
  ),
  movement("front raise", "Frontheben", "shoulders", "chest", all, { positions: stances }),
  movement(
    "rear delt fly",
    "Reverse Fly",
    "shoulders",
    "back",
    ["dumbbell", "cable", "machine", "band"],
    { positions: ["standing", "seated", "bent over", "chest supported"] },
  ),
  movement("upright row", "Aufrechtes Rudern", "shoulders", "back", all, {
    grips: ["close grip", "wide grip"],
  }),
  movement("face pull", "Face Pull", "shoulders", "back", ["cable", "band"], {
    positions: stances,
  }),
  movement("curl", "Curl", "biceps", "forearms", all, {
    positions: [...stances, "preacher", "incline", "lying"],
    grips: ["close grip", "wide grip", "reverse grip"],
  }),
  movement(
    "hammer curl",
    "Hammercurl",
    "biceps",
    "forearms",
    ["dumbbell", "kettlebell", "cable", "band"],
    { positions: [...stances, "preacher", "incline"] },
  ),
  movement("triceps extension", "Trizepsstrecken", "triceps", "", all, {
    positions: ["overhead", "lying", "seated", "kneeling"],
    grips: ["close grip", "reverse grip"],
  }),
  movement("triceps pushdown", "Trizepsdrücken", "triceps", "", ["cable", "band", "machine"], {
    positions: ["standing", "kneeling"],
    grips: ["reverse grip", "neutral grip", "close grip"],
  }),
  movement(
    "wrist curl",
    "Handgelenkbeugen",
    "forearms",
    "",
    ["barbell", "dumbbell", "cable", "band"],
    { positions: ["seated", "standing", "kneeling"], grips: ["reverse grip"] },
  ),
  movement("crunch", "Crunch", "core", "", [...body, "cable", "machine", "band"], {
    positions: ["kneeling", "decline", "reverse", "bicycle"],
    types: ["strength", "core"],
  }),
  movement("sit-up", "Sit-up", "core", "quads", [...body, "dumbbell", "kettlebell"], {
    positions: ["decline", "butterfly"],
    types: ["strength", "core"],
  }),
  movement("plank", "Unterarmstütz", "core", "shoulders", body, {
    positions: ["side", "kneeling", "reverse", "copenhagen"],
    types: ["isometric", "core"],
  }),
  movement("leg raise", "Beinheben", "core", "quads", body, {
    positions: ["hanging", "lying", "decline", "captain's chair"],
    types: ["strength", "core"],
  }),
  movement("russian twist", "Russian Twist", "core", "", [...body, "dumbbell", "kettlebell"], {
    positions: ["seated", "decline"],
    types: ["core"],
  }),
  movement(
    "woodchop",
    "Holzhacker",
    "core",
    "shoulders",
    ["cable", "band", "dumbbell", "kettlebell"],
    { positions: stances, types: ["functional", "core"] },
  ),
  movement("swing", "Schwung", "glutes", "hamstrings core", ["kettlebell", "dumbbell"], {
    positions: ["single arm", "alternating"],
    types: ["functional", "hiit"],
  }),
  movement("clean", "Umsetzen", "full_body", "quads shoulders", free, {
    positions: ["hang", "power", "single arm"],
    types: ["strength", "functional"],
  }),
  movement("snatch", "Reißen", "full_body", "shoulders", free, {
    positions: ["hang", "power", "single arm"],
    types: ["strength", "functional"],
  }),
  movement("thruster", "Thruster", "full_body", "quads shoulders", [...free, "band"], {
    positions: ["single arm"],
    types: ["functional", "hiit"],
  }),
  movement(
    "farmer's walk",
    "Farmer's Walk",
    "forearms",
    "core",
    ["dumbbell", "kettlebell", "barbell"],
    { positions: ["single arm", "overhead"], types: ["functional"] },
  ),
  movement("burpee", "Burpee", "full_body", "chest quads", [...body, "dumbbell"], {
    positions: ["box", "lateral"],
    types: ["cardio", "hiit"],
  }),
  movement("mountain climber", "Bergsteiger", "core", "shoulders", [...body, "band"], {
    positions: ["crossover", "incline"],
    types: ["cardio", "hiit"],
  }),
  movement("box jump", "Kastensprung", "quads", "glutes calves", [...body, "dumbbell"], {
    positions: ["single leg", "lateral", "seated"],
    types: ["plyometric"],
  }),
  movement("hip flexor stretch", "Hüftbeugerdehnung", "quads", "", [...body, "band"], {
    positions: ["kneeling", "standing", "lying"],
    types: ["stretching", "mobility"],
  }),
  movement("hamstring stretch", "Beinrückseitendehnung", "hamstrings", "", [...body, "band"], {
    positions: ["standing", "seated", "lying"],
    types: ["stretching", "cooldown"],
  }),
  movement(
    "shoulder rotation",
    "Schulterrotation",
    "shoulders",
    "",
    ["cable", "band", "dumbbell"],
    { positions: ["standing", "side lying", "seated"], types: ["rehabilitation", "warmup"] },
  ),
];

/** German names of the tools. */
export const TOOLS_DE: Readonly<Record<string, string>> = {
  barbell: "Langhantel",
  dumbbell: "Kurzhantel",
  kettlebell: "Kettlebell",
  cable: "Kabelzug",
  machine: "Maschine",
  band: "Band",
  bodyweight: "Körpergewicht",
};

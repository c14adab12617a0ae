import { spellOut } from "./spell-out.ts";

/** The words of a name in one spelling, without fillers; each once, in the order of the name. */
export function termsOf(name: string): string[] {
  let text = ` ${spellOut(plain(name))} `;
  for (const [phrase, spelling] of REWRITES) text = text.replace(phrase, spelling);
  const words = text.split(" ").map(singular);
  const terms = [...new Set(words.filter((word) => word !== "" && !FILLERS.has(word)))];
  return terms.map((term) => (isBench(term, terms) ? "benchpress" : term));
}

/**
 * One spelling for the many that catalogues use. Each pair: words of a lower-case name without punctuation, and their
 * replacement. Applied in this order, so a longer phrase comes before the one it contains.
 */
export const PHRASES: readonly (readonly [string, string])[] = [
  ["tricep", "triceps"],
  ["rdl", "romanian deadlift"],
  ["ohp|strict press", "overhead press"],
  ["machine hammer strength|hammer strength", "machine"],
  ["iso lateral", "iso"],
  ["hspu", "handstand push up"],
  ["c and j|c j", "clean and jerk"],
  ["nackendrucken", "behind neck press"],
  ["schulterdrucken|schulterpresse", "shoulder press"],
  ["high pulley", "high cable"],
  ["low pulley", "low cable"],
  ["foam rolling|foam roller", "foam roll"],
  ["diamond (push ?ups?)", "$1 close triceps position"],
  [
    "(push ?ups?|pushup|push up) (?:close grip|narrow grip)|(?:close grip|narrow grip) (?:push ?ups?)$",
    "push up close triceps position",
  ],
  ["cable uber kreuz|uber kreuz cable", "cable crossover"],
  ["bent over (?:side )?lateral raises?", "bent over rear delt raise"],
  ["x body", "cross body"],
  ["inner thigh", "hipadduction"],
  ["outer thigh", "hipabduction"],
  ["chest dips?|dips? chest", "chestdip"],
  ["hammer curls? rope", "rope hammer curl"],
  ["broad jumps?", "standing long jump"],
  ["tricep extension overhead|overhead tricep extension", "overhead triceps extension"],
  ["roman chair", "hyperextension"],
  ["abductors?", "hipabduction"],
  [
    "(seated|standing) calf(?: calf)? machine|(seated|standing) machine calf",
    "$1$2 machine calf raise",
  ],
  ["captains chair knee raises?", "knee hip raise"],
  ["db", "dumbbell"],
  ["dumbell", "dumbbell"],
  ["bb", "barbell"],
  ["kb", "kettlebell"],
  ["trx", "suspended"],
  ["suspension", "suspended"],
  ["lever|leverage|plate loaded", "machine"],
  ["smith machine", "smith"],
  ["body weight|body only|no equipment|freehand|none", "bodyweight"],
  ["e z curl bar|e z bar|ez curl bar|ez bar|ez barbell|e z", "ez"],
  ["trap bar|hex bar", "trapbar"],
  ["stability ball|swiss ball|physio ball|physioball|exercise ball", "exerciseball"],
  ["ball leg curl", "exerciseball leg curl"],
  ["medicine ball", "medball"],
  ["resistance band|banded|bands|band", "band"],
  ["foam roll|foam roller", "foamroll"],
  ["v bar", "vbar"],
  ["t bar", "tbar"],
  ["one arm|single arm|one armed|single armed|one handed|unilateral", "onearm"],
  ["one leg|single leg|one legged|single legged", "oneleg"],
  ["two arm|two arms|bilateral", "twoarm"],
  ["two dumbbells?", "twoarm dumbbell"],
  ["with two kettlebells", "double kettlebell"],
  ["alternate|alternating", "alternating"],
  ["cross body", "crossbody"],
  ["half kneeling", "halfkneeling"],
  ["bent over", "bentover"],
  ["side lying", "sidelying"],
  ["chest supported", "chestsupported"],
  ["behind the neck|behind neck", "behindneck"],
  ["behind the back|behind back", "behindback"],
  ["sitting", "seated"],
  ["laying|supine", "lying"],
  ["close grip|narrow grip", "closegrip"],
  ["narrow stance|close stance", "narrowstance"],
  ["wide stance", "widestance"],
  ["wide grip|wide hand", "widegrip"],
  ["medium grip|regular grip|shoulder width grip", "mediumgrip"],
  // A wrist curl's "reverse" means the other grip than elsewhere: the palms face down.
  ["reverse(?: grip)? ((?:barbell |dumbbell |cable |band )?)wrist curls?", "pronated $1wristcurl"],
  ["reverse grip|underhand grip|underhand|supinated grip|palms up|palm up", "reversegrip"],
  ["neutral grip|hammer grip|palms facing in|palms in|palm in", "neutralgrip"],
  ["palms down|palm down|overhand grip|pronated grip", "pronated"],
  ["push ups?|pushups?|press ups?", "pushup"],
  ["pull ups?|pullups?", "pullup"],
  ["chin ups?|chins?|chinups?", "chinup"],
  ["sit ups?|situps?", "situp"],
  ["step ups?", "stepup"],
  ["muscle ups?", "muscleup"],
  ["pull aparts?|pullaparts?", "pullapart"],
  ["farmers? (?:walk|carry)", "farmerwalk"],
  ["jump rope|rope jumping|skipping rope", "ropejump"],
  ["battle ropes?|battling ropes?", "battlerope"],
  ["ab wheel rollout|ab wheel|wheel rollerout|ab roller", "abwheel"],
  ["ab rollout|rollerout", "rollout"],
  ["back extensions?|hyperextensions?", "hyperextension"],
  ["reverse hyperextension|reverse hyper", "reversehyper"],
  ["skull crushers?|skullcrushers?", "lying triceps extension"],
  ["wood chop(?:per)?|woodchop(?:per)?", "woodchop"],
  ["good mornings?", "goodmorning"],
  ["face pulls?", "facepull"],
  ["lat pulldowns?|lat pull downs?|lateral pulldowns?|pull ?downs?", "pulldown"],
  ["push ?downs?|press ?downs?", "pushdown"],
  ["triceps (rope |vbar )?pushdown", "$1pushdown"],
  ["pull throughs?", "pullthrough"],
  ["t ?bar rows?", "tbar row"],
  ["bulgarian split squats?", "bulgarian splitsquat"],
  ["split squats?", "splitsquat"],
  ["reverse lunges?|rear lunges?", "reverselunge"],
  ["lunges? walking|walking lunges?", "walkinglunge"],
  ["stiff leg(?:ged)?|straight leg(?:ged)?", "stiffleg"],
  ["romanian deadlifts?", "romanian deadlift"],
  ["straight arm", "straightarm"],
  ["bent arm", "bentarm"],
  ["upright rows?|upright", "uprightrow"],
  ["uprightrow (barbell|dumbbell|cable) rows?", "uprightrow $1"],
  ["pec deck|peck deck|pec dec|pec fly|butterfly", "machine fly"],
  ["rear deltoid", "rear delt"],
  [
    "rear delt reverse fl(?:y|ye|yes|ies)|rear delt fl(?:y|ye|yes|ies)|reverse fl(?:y|ye|yes|ies)",
    "reversefly",
  ],
  ["reverse machine fl(?:y|ye|yes|ies)|reverse machine fly", "machine reversefly"],
  ["reverse cable fl(?:y|ye|yes|ies)", "cable reversefly"],
  ["back fl(?:y|ye|yes|ies)", "reversefly"],
  ["chest fl(?:y|ye|yes|ies)|fl(?:ye|yes|ies|ys)", "fly"],
  ["fly crossovers?|cross overs?|crossovers?", "crossover"],
  ["side lateral raises?|side laterals?|lateral raises?|lateral raise", "lateralraise"],
  ["front (twoarm )?(barbell|dumbbell|cable|plate) raises?", "$1$2 frontraise"],
  ["front incline dumbbell raises?", "incline dumbbell frontraise"],
  ["front raises?", "frontraise"],
  ["rear delt raises?|rear lateral raises?", "reardeltraise"],
  ["front (barbell|dumbbell|kettlebell) squats?", "$1 frontsquat"],
  ["front squats?", "frontsquat"],
  ["full squats?|back squats?", "squat"],
  ["overhead shoulder press|shoulder military press|shoulder press", "shoulderpress"],
  ["(smith|cable|machine) (?:overhead|military) press", "$1 shoulderpress"],
  ["(?:overhead|military) press (smith|cable|machine)", "$1 shoulderpress"],
  ["overhead press|military press", "overheadpress"],
  ["(seated|standing) ((?:neutralgrip )?(?:dumbbell|barbell)) press", "$1 $2 overheadpress"],
  ["(incline|decline|flat) ((?:dumbbell |barbell |smith |machine )?)press", "$1 $2benchpress"],
  ["(dumbbell|barbell|smith) (incline|decline|flat) press", "$1 $2 benchpress"],
  ["arnold (barbell|dumbbell|kettlebell) press", "$1 arnold press"],
  ["machine bench press", "machine chestpress"],
  ["chest press", "chestpress"],
  ["bench press", "benchpress"],
  ["dips? chest version|chest dips?", "chestdip"],
  ["dips? triceps version|triceps dips?", "tricepsdip"],
  ["bench dips?", "benchdip"],
  ["parallel bar dips?", "parallelbardip"],
  ["dip machine|machine dips?|dips machine", "machine dip"],
  ["glute ham raises?", "gluteham"],
  ["butt lift bridge|glute bridges?|hip bridge", "glutebridge"],
  ["hip thrusts?", "hipthrust"],
  ["side bridge|elbow side plank|side plank", "sideplank"],
  ["bicycle crunch(?:es)?|air bike", "airbike"],
  ["thigh abductor|hip abduction|hip abductor", "hipabduction"],
  ["thigh adductor|hip adduction|hip adductor", "hipadduction"],
  [
    "calf press on (?:the )?leg press machine|calf press on (?:the )?leg press",
    "machine calfpresslegpress",
  ],
  ["leg press", "legpress"],
  ["leg extensions?", "legextension"],
  ["(lying|seated|standing) leg curls?|leg curls?", "$1 legcurl"],
  ["calf raises? on a dumbbell", "dumbbell calfraise ondumbbell"],
  ["calf raises?", "calfraise"],
  ["leg raises?", "legraise"],
  ["hanging leg raise", "hanging legraise"],
  ["rack pulls?", "rackpull"],
  ["push press", "pushpress"],
  ["press behindneck|behindneck press", "overheadpress behindneck"],
  ["floor press", "floorpress"],
  ["box jumps?|front box jumps?", "boxjump"],
  ["front boxjump", "boxjump"],
  ["wrist curls?", "wristcurl"],
  ["biceps? curls?|biceps? (cable|dumbbell|barbell) curls?", "$1 curl"],
  ["curls", "curl"],
  ["bicep", "biceps"],
  ["ab crunch machine|crunch machine", "machine crunch"],
  ["cable pulley rows?", "cable row"],
  ["conventional deadlift", "deadlift"],
  ["air squats?", "bodyweight squat"],
  ["palloff", "pallof"],
  ["cleans", "clean"],
];

/** "Close grip bench" is a press; "bench" beside another movement is what one lies on. */
const isBench = (term: string, terms: readonly string[]) =>
  term === "bench" && terms.every((other) => other === term || BENCH_ATTRIBUTES.has(other));
const BENCH_ATTRIBUTES = new Set(
  "barbell dumbbell smith machine incline decline closegrip widegrip reversegrip neutralgrip onearm alternating".split(
    " ",
  ),
);

const REWRITES = PHRASES.map(
  ([phrase, spelling]) => [new RegExp(` (?:${phrase})(?= )`, "gu"), ` ${spelling}`] as const,
);

/** Words without information about the exercise. */
const FILLERS = new Set(
  "a an the with on of to handle and for in from at your using exercise version style attachment bar variation male female pov 45 degree w mediumgrip flat regular parallel pulley".split(
    " ",
  ),
);

/** Singular words that end in s. */
const SINGULARS = new Set(["triceps", "biceps", "abs"]);

/** Words of a name in lower case, with single spaces, without accents, signs and German fillers. */
export function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F'’]/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/(\d)\/(\d)/gu, "$1of$2")
    .replaceAll(/[^a-z0-9]+/gu, " ")
    .replaceAll(
      /(?<= |^)(?:mit|der|die|das|den|dem|am|an|auf|im|und|von|zum|zur|einem|einer)(?= |$)/gu,
      " ",
    )
    .replaceAll(/ +/gu, " ")
    .trim();
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || SINGULARS.has(word))
    return word;
  return word.slice(0, /(?:ch|sh|x|ss)es$/u.test(word) ? -2 : -1);
}

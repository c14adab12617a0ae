/** The first familiar form in a German text, or null. */
export function familiarForm(text: string): string | null {
  return PRONOUN.exec(text)?.[0] ?? IMPERATIVE.exec(text)?.[1] ?? null;
}

/** Whether a source may contain a familiar form; quicker than to parse it. */
export function mayBeFamiliar(source: string): boolean {
  return PRONOUN.test(source) || VERB.test(source);
}

/** Not the attribute `dir=` of HTML, and no name of a variable such as `DIR`. */
const PRONOUN =
  /(?<![\p{L}\d_])(?:[Dd](?:u|ich|ir(?!\s*=)|ein(?:e[mnrs]?|erseits|etwegen)?)|[Ee](?:uch|uer|ure[mnrs]?))(?![\p{L}\d_])/u;

/**
 * Verbs of instructions without their endings. Those whose imperative is also a noun are missing (Frage, Suche, Bitte,
 * Stelle): such a sentence has a pronoun as a rule.
 */
const REGULAR = [
  "aktivier aktualisier akzeptier änder antwort archivier beacht beantwort beend beginn behalt berichtig bestätig",
  "bezahl drück entfern entscheid erlaub ersetz erstell füg füll gestatt häng ignorier installier klick kopier korrigier",
  "kürz lad lass leg lös lösch meld nenn notier nutz öffn prüf registrier richt schaff schalt scann schau schick",
  "schließ schreib send setz sorg speicher synchronisier tipp trag trainier überleg überprüf",
  "überspring verbind veröffentlich verschieb verwend versuch wähl wart wechsl wend wiederhol wisch zeig zieh",
]
  .join(" ")
  .split(" ")
  .map((stem) => `${stem}e`);

/** Short and irregular imperatives that are no nouns. */
const SHORT =
  "fang füll frag geh gib hilf komm lad lass lies mach meld nimm probier sag schau schick schreib sei sieh sprich stell trag tritt übergib vergiss verwirf wirf zeig".split(
    " ",
  );

const VERBS = [...REGULAR, ...SHORT].join("|");
const VERB = new RegExp(String.raw`(?<!\p{L})(?:${VERBS})(?!\p{L})`, "iu");

/** An imperative begins a sentence, or a part of one. */
const IMPERATIVE = new RegExp(
  String.raw`(?:^|[\n.!?:;,(„“"»>{·–]|(?<!\p{L})(?:und|oder|dann|bitte|sonst|deshalb))\s*(?<!\p{L})(${VERBS})(?!\p{L})`,
  "iu",
);

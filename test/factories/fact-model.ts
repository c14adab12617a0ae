/** An import as the reference knows it, in the order of acceptance. */
export interface ToldImport {
  readonly source: "APPLE_HEALTH" | "HEALTH_CONNECT";
  /** Up to when it was measured, whatever the unit. */
  readonly until: number;
  /** Null withdraws. */
  readonly value: number | null;
  /** Nobody typed it, and it is of its day alone. */
  readonly verified: boolean;
}

/** What the reference says that a day comes to. */
export interface DayFact {
  readonly value: number;
  /** Who told it. */
  readonly source: ToldImport["source"] | "MANUAL";
}

/**
 * The reference of imports, as docs/rules.md#quick-log-imports tells it: of a source what was measured last, of what was
 * measured at once what was accepted last; of two sources likewise. Null where none has a value.
 */
export function importThatStands(told: readonly ToldImport[]): ToldImport | null {
  const standing = (["APPLE_HEALTH", "HEALTH_CONNECT"] as const).map((source) =>
    newest(told.filter((each) => each.source === source && counts(each))),
  );
  return newest(
    standing
      .filter((each) => each !== null)
      .filter(({ value }) => value !== null)
      .toSorted((one, other) => told.indexOf(one) - told.indexOf(other)),
  );
}

/** Keeps what is told of a day, unless it says again what stands, or what does not stand either time. */
export function keepImport(known: readonly ToldImport[], told: ToldImport): readonly ToldImport[] {
  const ofSource = known.filter(({ source }) => source === told.source);
  const standing = newest(ofSource.filter(counts));
  const stands = counts(told) && (standing === null || told.until >= standing.until);
  const twin = ofSource.findLast((other) => JSON.stringify(other) === JSON.stringify(told));
  if (twin !== undefined && (!stands || twin === standing)) return known;
  return [...known, told];
}

/** The fact of a day whose values replace each other: an import, else the last of what was typed and stands. */
export function factOf(told: readonly ToldImport[], typed: readonly number[]): DayFact | null {
  const imported = importThatStands(told);
  if (imported?.value !== undefined && imported.value !== null)
    return { value: imported.value, source: imported.source };
  const last = typed.at(-1);
  return last === undefined ? null : { value: last, source: "MANUAL" };
}

/** A withdrawal says nothing that could be false. */
const counts = ({ value, verified }: ToldImport) => value === null || verified;

/** Of the same instant the one accepted later. */
const newest = (told: readonly ToldImport[]) =>
  told.reduce<ToldImport | null>(
    (best, each) => (best === null || each.until >= best.until ? each : best),
    null,
  );

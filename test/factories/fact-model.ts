/** An import as the reference sees it, in the order of acceptance. */
export interface ToldImport {
  readonly source: "APPLE_HEALTH" | "HEALTH_CONNECT";
  /** End of the measured interval, in any unit. */
  readonly until: number;
  /** Null withdraws the value. */
  readonly value: number | null;
  /** Not typed by hand, and measured on its day alone. */
  readonly verified: boolean;
}

/** The value of a day, according to the reference. */
export interface DayFact {
  readonly value: number;
  /** The origin of the value. */
  readonly source: ToldImport["source"] | "MANUAL";
}

/**
 * The reference of imports (docs/rooms/quick-log.md#imports). Within a source the latest measurement wins, and among
 * equal instants the latest acceptance; the same holds between two sources. Null if none has a value.
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

/** Keeps the import of a day, unless it repeats the value in force, or was ignored both times. */
export function keepImport(known: readonly ToldImport[], told: ToldImport): readonly ToldImport[] {
  const ofSource = known.filter(({ source }) => source === told.source);
  const standing = newest(ofSource.filter(counts));
  const stands = counts(told) && (standing === null || told.until >= standing.until);
  const twin = ofSource.findLast((other) => JSON.stringify(other) === JSON.stringify(told));
  if (twin !== undefined && (!stands || twin === standing)) return known;
  return [...known, told];
}

/** The fact of a day whose values replace each other: an import, else the last typed value that was not undone. */
export function factOf(told: readonly ToldImport[], typed: readonly number[]): DayFact | null {
  const imported = importThatStands(told);
  if (imported?.value !== undefined && imported.value !== null)
    return { value: imported.value, source: imported.source };
  const last = typed.at(-1);
  return last === undefined ? null : { value: last, source: "MANUAL" };
}

/** A withdrawal contains no value that could be wrong. */
const counts = ({ value, verified }: ToldImport) => value === null || verified;

/** Among equal instants the later acceptance wins. */
const newest = (told: readonly ToldImport[]) =>
  told.reduce<ToldImport | null>(
    (best, each) => (best === null || each.until >= best.until ? each : best),
    null,
  );

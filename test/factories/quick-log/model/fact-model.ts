/** An import as the reference sees it, in the order of acceptance. */
export interface ReportedImport {
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
  readonly source: ReportedImport["source"] | "MANUAL";
}

/**
 * The reference of imports (docs/rooms/quick-log.md#imports). Within a source the latest measurement wins, and among
 * equal instants the latest acceptance; the same holds between two sources. Null if none has a value.
 */
export function importInForce(reported: readonly ReportedImport[]): ReportedImport | null {
  const inForce = (["APPLE_HEALTH", "HEALTH_CONNECT"] as const).map((source) =>
    newest(reported.filter((each) => each.source === source && counts(each))),
  );
  return newest(
    inForce
      .filter((each) => each !== null)
      .filter(({ value }) => value !== null)
      .toSorted((one, other) => reported.indexOf(one) - reported.indexOf(other)),
  );
}

/** Keeps the import of a day, unless it repeats the value in force, or was ignored both times. */
export function keepImport(
  known: readonly ReportedImport[],
  reported: ReportedImport,
): readonly ReportedImport[] {
  const ofSource = known.filter(({ source }) => source === reported.source);
  const inForce = newest(ofSource.filter(counts));
  const isInForce = counts(reported) && (inForce === null || reported.until >= inForce.until);
  const twin = ofSource.findLast((other) => JSON.stringify(other) === JSON.stringify(reported));
  if (twin !== undefined && (!isInForce || twin === inForce)) return known;
  return [...known, reported];
}

/** The fact of a day whose values replace each other: an import, else the last typed value that was not undone. */
export function factOf(
  reported: readonly ReportedImport[],
  typed: readonly number[],
): DayFact | null {
  const imported = importInForce(reported);
  if (imported?.value !== undefined && imported.value !== null)
    return { value: imported.value, source: imported.source };
  const last = typed.at(-1);
  return last === undefined ? null : { value: last, source: "MANUAL" };
}

/** A withdrawal contains no value that could be wrong. */
const counts = ({ value, verified }: ReportedImport) => value === null || verified;

/** Among equal instants the later acceptance wins. */
const newest = (reported: readonly ReportedImport[]) =>
  reported.reduce<ReportedImport | null>(
    (best, each) => (best === null || each.until >= best.until ? each : best),
    null,
  );

/**
 * Extrapolates two replays of a day, at different factors, to all phones. A quantity that is proportional to the phones
 * is extrapolated exactly. The error joins three parts: the usual difference of two runs, the differences from hour to
 * hour, and the doubt about idling.
 *
 * @param usual by how much two runs usually differ, as a part of the whole.
 * @param only the one hour that counts, instead of the day.
 */
export function extrapolate(
  [one, other]: readonly [HourlyUse, HourlyUse],
  usual: number,
  only?: number,
): Extrapolated {
  const chosen = (hours: readonly number[]) => (only === undefined ? hours : [hours[only] ?? 0]);
  const totals = [one, other].map(({ factor, hours }) => factor * sumOf(chosen(hours)));
  const [first = 0, second = 0] = totals;
  const value = (first + second) / 2;
  const differences = one.hours.map(
    (used, hour) => one.factor * used - other.factor * (other.hours[hour] ?? 0),
  );
  const error = Math.hypot(
    usual * value,
    SURE * deviationOf(differences) * Math.sqrt(chosen(one.hours).length),
    ...[one, other].map(({ factor, hours, doubt }) => factor * doubt * chosen(hours).length),
  );
  return { value, error, runs: [first, second], agrees: Math.abs(first - second) <= error };
}

/** Use of a quantity in each hour of a replayed day, without that of the idle stack. */
export interface HourlyUse {
  /** Phones of the extrapolation over those of the replay. */
  readonly factor: number;
  readonly hours: readonly number[];
  /** By how much each hour may be wrong, because the use of the idle stack was not the same all the time. */
  readonly doubt: number;
}

/** A quantity of a day of all phones. */
export interface Extrapolated {
  readonly value: number;
  readonly error: number;
  /** The value by each replay alone. */
  readonly runs: readonly [number, number];
  /** Whether both say the same within the error. */
  readonly agrees: boolean;
}

/** The busiest hour of both replays together, counted from 0. */
export function busiestHour([one, other]: readonly [HourlyUse, HourlyUse]): number {
  const both = one.hours.map(
    (used, hour) => one.factor * used + other.factor * (other.hours[hour] ?? 0),
  );
  return both.indexOf(Math.max(...both));
}

/** Standard errors within which a difference is chance. */
const SURE = 2;

/** Standard deviation of the difference in one hour. */
function deviationOf(differences: readonly number[]): number {
  if (differences.length < 2) return 0;
  const mean = sumOf(differences) / differences.length;
  const squares = sumOf(differences.map((difference) => (difference - mean) ** 2));
  return Math.sqrt(squares / (differences.length - 1));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The tries of admissions that a process is at, each one transaction. */
export interface AdmissionsUnderWay {
  /** Runs one try, which is under way until it ends. */
  during<T>(admission: () => Promise<T>): Promise<T>;
  /** For how long the oldest has been under way, in milliseconds; 0 without one. */
  oldestMs(): number;
}

/** Those of one process; a clock that tests turn is theirs. */
export function createAdmissionsUnderWay(
  now: () => number = () => performance.now(),
): AdmissionsUnderWay {
  // In the order they began, so that the first is the oldest.
  const begun = new Set<{ readonly at: number }>();
  return {
    async during(admission) {
      const one = { at: now() };
      begun.add(one);
      try {
        return await admission();
      } finally {
        begun.delete(one);
      }
    },
    oldestMs() {
      const [oldest] = begun;
      return oldest === undefined ? 0 : now() - oldest.at;
    },
  };
}

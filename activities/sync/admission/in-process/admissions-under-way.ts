/** The running attempts of admissions in a process, each one transaction. */
export interface AdmissionsUnderWay {
  /** Runs one attempt and counts it while it runs. */
  during<T>(admission: () => Promise<T>): Promise<T>;
  /** Age of the oldest running attempt in milliseconds; 0 if none runs. */
  oldestMs(): number;
}

/** Tracks the attempts of one process; tests inject a clock. */
export function createAdmissionsUnderWay(
  now: () => number = () => performance.now(),
): AdmissionsUnderWay {
  // In the order they began, so that the first is the oldest.
  const begun = new Set<{ readonly at: number }>();
  return {
    during(admission) {
      const one = { at: now() };
      begun.add(one);
      return admission().finally(() => begun.delete(one));
    },
    oldestMs() {
      const [oldest] = begun;
      return oldest === undefined ? 0 : now() - oldest.at;
    },
  };
}

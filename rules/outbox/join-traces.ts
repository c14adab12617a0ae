/** Joins the traces of several wakes, each once. If they are too many, the newest stay. */
export function joinTraces(
  known: readonly string[],
  further: readonly string[],
): readonly string[] {
  return [...new Set([...known, ...further])].slice(-MOST_TRACES);
}

/** A signal carries them, and so does the state of a run. */
const MOST_TRACES = 16;

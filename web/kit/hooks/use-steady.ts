import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that keeps its identity and runs the newest `run`, so that memoised parts are not drawn for it. */
export function useSteady<Input extends readonly unknown[], Output>(
  run: (...input: Input) => Output,
): (...input: Input) => Output {
  const newest = useRef(run);
  useLayoutEffect(() => void (newest.current = run));
  return useCallback((...input) => newest.current(...input), []);
}

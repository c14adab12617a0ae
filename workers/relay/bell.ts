/** Ends the sleep of a loop. */
export interface Bell {
  /** Ends the present sleep; the next one if the loop is awake. */
  ring(): void;
  /** Sleeps at most so many milliseconds. @returns whether the bell rang. */
  sleep(ms: number, stop: AbortSignal): Promise<boolean>;
}

/** Creates the bell of one loop. */
export function createBell(): Bell {
  let rang = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rang = true;
      wake?.();
    },
    async sleep(ms, stop) {
      if (!rang && !stop.aborted)
        await new Promise<void>((resolve) => {
          const end = () => {
            clearTimeout(timer);
            // The signal lives as long as the process, the sleep does not.
            stop.removeEventListener("abort", end);
            wake = null;
            resolve();
          };
          const timer = setTimeout(end, ms);
          stop.addEventListener("abort", end);
          wake = end;
        });
      const result = rang;
      rang = false;
      return result;
    },
  };
}

import { useEffect, useMemo } from "react";
import type { Onboarding } from "../../device/account/types.ts";
import { useWatched } from "../../device/react/use-watched.ts";
import { watchedStore } from "../../device/react/watched.ts";
import type { Page } from "../page.ts";

/** The onboarding as this device last read it, after each change; null if it was never read. */
export function useOnboarding({ device }: Page): Onboarding | null {
  const store = useMemo(
    () =>
      watchedStore({
        read: async () => await (await device.part("account")).onboarding(),
        watch: (changed) => device.watch(changed),
      }),
    [device],
  );
  useEffect(() => {
    // Without a connection, the one that was read last is shown.
    void (async () => await (await device.part("account")).refresh())().catch(() => null);
  }, [device]);
  return useWatched(store).value ?? null;
}

/** Whether a step is left to do. A skipped questionnaire is. */
export function hasOpenSteps({ tasks }: Onboarding): boolean {
  return !tasks.every(({ status }) => CLOSED.includes(status));
}

/** Statuses in which nothing is left to do. */
export const CLOSED: readonly string[] = ["COMPLETED", "CANCELLED", "EXPIRED"];

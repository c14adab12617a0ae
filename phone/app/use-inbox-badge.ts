import { useMemo } from "react";
import { useWatched } from "../../device/react/use-watched.ts";
import { watchedStore } from "../../device/react/watched.ts";
import type { Page } from "../page.ts";

/** The number of open tasks in the coach's inbox, once everything that waits is accepted; 0 in the client app. */
export function useInboxBadge({ device }: Page): number {
  const store = useMemo(
    () =>
      device.surface === "CLIENT_MOBILE"
        ? null
        : watchedStore({
            read: async () => (await (await device.part("inbox")).list())?.badge.expected ?? 0,
            watch: (changed) => device.watch(changed),
          }),
    [device],
  );
  return useWatched(store).value ?? 0;
}

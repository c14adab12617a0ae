import { useEffect, useMemo } from "react";
import type { Inbox, InboxTask, InboxView } from "../../device/coach/types.ts";
import { useWatched } from "../../device/react/use-watched.ts";
import { watchedStore } from "../../device/react/watched.ts";
import type { Page } from "../page.ts";

/** The inbox as this device has it, after each change; undefined until it is read. */
export function useInbox({ device }: Page): OpenInbox | undefined {
  const store = useMemo(
    () =>
      watchedStore({
        async read() {
          const inbox = await device.part("inbox");
          return { inbox, view: await inbox.list() };
        },
        watch: (changed) => device.watch(changed),
      }),
    [device],
  );
  return useWatched(store).value;
}

/** One row with its history; undefined until it is read, null if this device does not have it. */
export function useInboxTask(
  { device }: Page,
  inbox: Inbox,
  taskId: string,
): InboxTask | null | undefined {
  const store = useMemo(
    () =>
      watchedStore({
        read: async () => await inbox.task({ taskId }),
        watch: (changed) => device.watch(changed),
      }),
    [device, inbox, taskId],
  );
  useEffect(() => {
    // The history is read when a coach opens the task.
    void inbox.refreshTask({ taskId }).catch(() => null);
  }, [inbox, taskId]);
  return useWatched(store).value;
}

/** The inbox, and its list if one was read. */
export interface OpenInbox {
  readonly inbox: Inbox;
  readonly view: InboxView | null;
}

import { useSyncExternalStore } from "react";

/** When the browser lost its connection; null while it has one. */
export const useOfflineSince = (): Date | null => useSyncExternalStore(subscribe, readLoss);

const lost: { since: Date | null } = { since: null };

/** The same date until the connection is back. */
function readLoss(): Date | null {
  if (navigator.onLine) lost.since = null;
  else lost.since ??= new Date();
  return lost.since;
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

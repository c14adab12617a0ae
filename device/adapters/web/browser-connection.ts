import type { Connection } from "../../ports/connection.ts";

/**
 * The network as a browser describes it: a mobile network counts as metered. Browsers without this information report
 * no metered network.
 */
export const browserConnection: Connection = {
  async isMetered() {
    return navigator.connection?.type === "cellular";
  },
  watch(listener) {
    const { connection } = navigator;
    connection?.addEventListener("change", listener);
    return () => connection?.removeEventListener("change", listener);
  },
};

/** Whether the browser knows that there is no network. Online, a server may be out of reach all the same. */
export function isBrowserOffline(): boolean {
  return navigator.onLine === false;
}

declare const navigator: {
  readonly onLine?: boolean;
  /** Absent in Firefox and Safari. */
  readonly connection?: {
    /** Absent on computers. */
    readonly type?: string;
    addEventListener(event: "change", listener: () => void): void;
    removeEventListener(event: "change", listener: () => void): void;
  };
};

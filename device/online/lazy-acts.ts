import type { Core } from "../core.ts";
import type { Session } from "../session/types.ts";
import type { makeOnlineActs, OnlineActs } from "./online-acts.ts";

/**
 * The online acts of a device. Their code is loaded when the first act is performed, or when a stored one is open.
 *
 * @param script loads their code.
 */
export function lazyActs(
  core: Core,
  session: Session,
  script: () => Promise<Script> = async () => await import("./online-acts.ts"),
): LazyActs {
  let loaded: Promise<OnlineActs> | null = null;
  let isStopped = false;

  return {
    load,
    async settle() {
      if (!(await hasOpen())) return;
      // Their code may be out of reach without a connection. They stay open then, and count as unsent.
      await load()
        .then(async (acts) => await acts.connection())
        .catch(() => null);
    },
    wake() {
      void hasOpen()
        .then(async (isOpen) => isOpen && (await load()).wake())
        .catch(() => null);
    },
    stop() {
      isStopped = true;
      void loaded?.then((acts) => acts.stop()).catch(() => null);
    },
  };

  async function load(): Promise<OnlineActs> {
    loaded ??= script().then((loadedScript) => {
      const acts = loadedScript.makeOnlineActs(core, session);
      if (isStopped) acts.stop();
      return acts;
    });
    // A script that could not be loaded is loaded again at the next use.
    loaded.catch(() => (loaded = null));
    return await loaded;
  }

  async function hasOpen(): Promise<boolean> {
    const sql = `select 1 from online_act where status = 'OPEN' limit 1`;
    return (await core.ports.sql.read({ sql })).length > 0;
  }
}

interface Script {
  readonly makeOnlineActs: typeof makeOnlineActs;
}

/** Loads the online acts on demand. */
export interface LazyActs {
  load(): Promise<OnlineActs>;
  /** Tries the open acts now, whatever they waited for. An act that cannot be tried stays open: this never fails. */
  settle(): Promise<void>;
  /** Tries the open acts that are due, in the background. */
  wake(): void;
  /** Stops for good. */
  stop(): void;
}

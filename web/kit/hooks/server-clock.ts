/** The present instant by the server's clock. A person may have set the one of this machine wrong. */
export const serverNow = (): Date => new Date(Date.now() + clock.aheadMs);

/** Says how far the server's clock is ahead of this machine's. */
export const setServerClock = (aheadSeconds: number): void => {
  clock.aheadMs = aheadSeconds * 1000;
};

const clock = { aheadMs: 0 };

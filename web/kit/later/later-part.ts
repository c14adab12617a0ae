import { useCallback, useState } from "react";

/**
 * Code that its page is drawn without. Give `load` to `useLater`, so that no key waits for it, and show the part by
 * `useLaterPart`.
 */
export function laterPart<Part>(read: () => Promise<Part>): LaterPart<Part> {
  let loaded: Part | null = null;
  return { load: async () => (loaded ??= await read()), loaded: () => loaded };
}

export interface LaterPart<Part> {
  /** Loads the code once. Rejects if it is lost on the way; the next call tries again. */
  readonly load: () => Promise<Part>;
  /** The part, once its code is loaded; null until then. */
  readonly loaded: () => Part | null;
}

/** The part as one component shows it. */
export function useLaterPart<Part>(part: LaterPart<Part>): ShownPart<Part> {
  const [found, setFound] = useState(() => part.loaded());
  const [isLost, setIsLost] = useState(false);
  const show = useCallback(async () => {
    setIsLost(false);
    try {
      const loaded = await part.load();
      setFound(() => loaded);
    } catch {
      setIsLost(true);
    }
  }, [part]);
  return { found, isLost, show, dismiss: () => setIsLost(false) };
}

interface ShownPart<Part> {
  readonly found: Part | null;
  /** Whether the code was lost on the way. */
  readonly isLost: boolean;
  /** Loads the code, and draws the component with it. */
  readonly show: () => Promise<void>;
  /** Forgets that the code was lost. */
  readonly dismiss: () => void;
}

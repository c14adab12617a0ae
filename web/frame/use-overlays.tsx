import { type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import type { KeyLayer } from "../kit/keys/key-map.ts";
import { useKeyMap, useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";

const loadPalette = async () => ({ default: (await import("./palette.tsx")).Palette });
const loadAllKeys = async () => ({ default: (await import("./all-keys.tsx")).AllKeys });
const Palette = lazy(loadPalette);
const AllKeys = lazy(loadAllKeys);

/** The palette and the list of all keys, with their keys. Both show what counted where they were opened. */
export function useOverlays(): Overlays {
  const { t } = useTexts();
  const map = useKeyMap();
  const [open, setOpen] = useState<OpenOverlay | null>(null);
  const show = (kind: OpenOverlay["kind"]) => setOpen({ kind, layers: map.layers() });
  const close = () => setOpen(null);
  // Their code loads once the first page is drawn, so that no key waits for it.
  useEffect(() => {
    void Promise.allSettled([loadPalette(), loadAllKeys()]);
  }, []);
  useKeys(
    [
      { keys: ["Ctrl K", "/"], label: t("keys.palette"), run: () => show("PALETTE") },
      { keys: ["?"], label: t("keys.help"), run: () => show("KEYS"), isShown: true },
    ],
    { isBelowAll: true },
  );
  return {
    showPalette: () => show("PALETTE"),
    shown: (
      <Suspense>
        {open?.kind === "PALETTE" && <Palette layers={open.layers} close={close} />}
        {open?.kind === "KEYS" && <AllKeys layers={open.layers} close={close} />}
      </Suspense>
    ),
  };
}

interface Overlays {
  readonly showPalette: () => void;
  readonly shown: ReactNode;
}

interface OpenOverlay {
  readonly kind: "PALETTE" | "KEYS";
  readonly layers: readonly KeyLayer[];
}

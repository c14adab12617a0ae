import { type ReactNode, useState } from "react";
import { useLater } from "../kit/hooks/use-later.ts";
import type { KeyLayer } from "../kit/keys/key-map.ts";
import { useKeyMap, useKeys } from "../kit/keys/use-keys.ts";
import { laterDialog } from "../kit/later/later-dialog.tsx";
import { useTexts } from "../texts/use-texts.ts";

const palette = laterDialog(async () => (await import("./palette.tsx")).Palette);
const allKeys = laterDialog(async () => (await import("./all-keys.tsx")).AllKeys);

/** The palette and the list of all keys, with their keys. Both show what counted where they were opened. */
export function useOverlays(): Overlays {
  const { t } = useTexts();
  const map = useKeyMap();
  const [open, setOpen] = useState<OpenOverlay | null>(null);
  const show = (kind: OpenOverlay["kind"]) => setOpen({ kind, layers: map.layers() });
  const close = () => setOpen(null);
  useLater(palette.load, allKeys.load);
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
      <>
        {open?.kind === "PALETTE" && <palette.Dialog layers={open.layers} close={close} />}
        {open?.kind === "KEYS" && <allKeys.Dialog layers={open.layers} close={close} />}
      </>
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

import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { GridMove } from "./grid-moves.ts";

/** The keys that move through a grid. */
export function useGridKeys(move: (step: GridMove) => void): void {
  const { t } = useTexts();
  useKeys(
    KEYS.map(({ keys, step }) => ({
      keys,
      label: t(`exercises.key.${step}`),
      isShown: true,
      run: () => move(step),
    })),
  );
}

const KEYS = [
  { keys: ["ArrowLeft"], step: "LEFT" },
  { keys: ["ArrowUp", "k"], step: "UP" },
  { keys: ["ArrowDown", "j"], step: "DOWN" },
  { keys: ["ArrowRight"], step: "RIGHT" },
] as const;

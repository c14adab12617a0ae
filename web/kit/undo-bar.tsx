import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { Button } from "./button.tsx";
import { useDismissal } from "./hooks/use-dismissal.ts";
import { Icon } from "./icon.tsx";

/** Says what was done, for ten seconds, with its undo if there is one. */
export function UndoBar({ done, dismiss }: UndoBarProps): ReactNode {
  const { t } = useTexts();
  useDismissal(dismiss, done);
  return (
    <div className="undo" role="status">
      <Icon name="check" />
      <span className="grow">{done.text}</span>
      {done.undo && (
        <Button keys="z" onPress={done.undo}>
          {t("frame.undo")}
        </Button>
      )}
    </div>
  );
}

/** An act that was done. */
export interface Done {
  readonly text: string;
  /** Takes it back; null if it cannot be. */
  readonly undo: (() => void) | null;
}

interface UndoBarProps {
  readonly done: Done;
  readonly dismiss: () => void;
}

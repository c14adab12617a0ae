import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { useTexts } from "../texts/use-texts.ts";

/**
 * Says that an editor shows text from before a reload, or that somebody else has saved meanwhile. The person discards
 * the own text, or keeps it.
 */
export function RestoredNote(props: RestoredNoteProps): ReactNode {
  const { t } = useTexts();
  const { isRestored, isBehind, isOff = false, discard, keep } = props;
  if (isBehind)
    return (
      <div className="note warn row-h wrap draft-note" role="alert">
        <p className="grow">{t(isRestored ? "drafts.restoredBehind" : "drafts.behind")}</p>
        <Button isPending={isOff} onPress={discard}>
          {t("drafts.takeTheirs")}
        </Button>
        <Button isPending={isOff} onPress={keep}>
          {t("drafts.keepMine")}
        </Button>
      </div>
    );
  if (!isRestored) return null;
  return (
    <div className="note row-h wrap draft-note" role="status">
      <p className="grow">{t("drafts.restored")}</p>
      <Button kind="quiet" onPress={discard}>
        {t("drafts.discard")}
      </Button>
    </div>
  );
}

interface RestoredNoteProps {
  readonly isRestored: boolean;
  /** Whether the server has something newer than what was edited. */
  readonly isBehind: boolean;
  /** Whether an answer is awaited. */
  readonly isOff?: boolean;
  /** Shows what the server has. */
  readonly discard: () => void;
  /** Goes on with the own text, on top of what the server has. */
  readonly keep: () => void;
}

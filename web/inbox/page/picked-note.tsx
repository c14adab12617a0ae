import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** Says how many rows are selected, and selects none any more. */
export function PickedNote({ count, clear }: PickedNoteProps): ReactNode {
  const { t } = useTexts();
  if (count === 0) return null;
  return (
    <div className="banner info" role="status">
      <b className="grow">{t("inbox.selected", { count })}</b>
      <Button kind="quiet" onPress={clear}>
        {t("inbox.clearSelection")}
      </Button>
    </div>
  );
}

interface PickedNoteProps {
  readonly count: number;
  readonly clear: () => void;
}

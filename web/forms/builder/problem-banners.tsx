import type { ReactNode } from "react";
import { RestoredNote } from "../../drafts/restored-note.tsx";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { RefusedForm } from "../refused-form.tsx";
import type { DraftProblem } from "../draft/draft-problems.ts";
import type { Saving } from "./use-saving.ts";

/** Reasons why the draft cannot be saved or published: problems at their places, a conflict, or no answer. */
export function ProblemBanners({ problems, saving, next }: ProblemBannersProps): ReactNode {
  const { t } = useTexts();
  const isRefused = saving.refusals.length > 0;
  return (
    <>
      {problems.length > 0 && (
        <div className="banner urgent" role="status">
          <Icon name="warn" />
          <span className="grow">
            <b>
              {t(isRefused ? "forms.problemsSave" : "forms.problems", { count: problems.length })}
            </b>{" "}
            {t("forms.problemsWhere")}
          </span>
          <Button kind="quiet" keys="F8" onPress={next}>
            {t("forms.next")}
          </Button>
        </div>
      )}
      <RestoredNote
        isRestored={saving.isRestored}
        isBehind={saving.isConflict}
        isOff={saving.isSaving}
        discard={() => {
          if (saving.isConflict) void saving.takeTheirs().catch(() => undefined);
          else saving.discard();
        }}
        keep={() => void saving.keepMine().catch(() => undefined)}
      />
      {saving.error !== null && !saving.isConflict && !isRefused && problems.length === 0 && (
        <RefusedForm error={saving.error} />
      )}
    </>
  );
}

interface ProblemBannersProps {
  readonly problems: readonly DraftProblem[];
  readonly saving: Saving;
  /** Goes to the next problem. */
  readonly next: () => void;
}

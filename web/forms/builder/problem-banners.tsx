import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { RefusedForm } from "../refused-form.tsx";
import type { DraftProblem } from "../draft/draft-problems.ts";
import type { Saving } from "./use-saving.ts";

/** What keeps the draft from being saved or published: problems at their places, a conflict, or no answer. */
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
      {saving.isConflict && (
        <div className="banner" role="alert">
          <Icon name="warn" />
          <span className="grow">{t("forms.refusal.CHANGED_SINCE_READ")}</span>
          <Button kind="quiet" onPress={() => void saving.takeTheirs().catch(() => undefined)}>
            {t("forms.takeTheirs")}
          </Button>
          <Button kind="quiet" onPress={() => void saving.keepMine().catch(() => undefined)}>
            {t("forms.keepMine")}
          </Button>
        </div>
      )}
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

import { Link } from "@tanstack/react-router";
import { type ReactNode, memo } from "react";
import { PageHead } from "../../frame/page-head.tsx";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { FormMenu } from "../form-menu.tsx";
import { FormTags } from "../form-tags.tsx";
import type { Form, FormPlace } from "../forms-query.ts";
import type { Saving } from "./use-saving.ts";

/**
 * The title of a form under edit, whether it is saved, and the acts on the form as a whole. Drawn again only if these
 * change, because its buttons and its menu take longer than a key press may.
 */
export const BuilderHead = memo(function BuilderHead(props: BuilderHeadProps): ReactNode {
  const { place, form, title, isDirty, isSaving, isConflict, hasProblems, say } = props;
  const { t } = useTexts();
  const { latestVersion } = form;
  const isUnchanged = !isDirty && !form.hasUnpublishedChanges && latestVersion > 0;
  const problems = hasProblems ? t("forms.problemsBlock") : null;
  const chooseFirst = isConflict ? t("drafts.chooseFirst") : null;
  const blocked = chooseFirst ?? problems;
  return (
    <PageHead
      title={title === "" ? t("forms.untitledForm") : title}
      facts={<FormTags form={form} />}
    >
      <SavedState {...props} />
      {latestVersion > 0 && (
        <Link
          className="btn"
          to="/forms/$formId"
          params={{ formId: place.formId }}
          search={{
            view: "versions",
            ...(latestVersion > 1 && { against: latestVersion - 1 }),
          }}
        >
          {t("forms.versions")}
        </Link>
      )}
      <FormMenu place={place} form={form} done={say} />
      <Button
        keys="Ctrl S"
        isPending={isSaving}
        offReason={isDirty ? chooseFirst : t("forms.nothingToSave")}
        onPress={props.save}
      >
        {t("forms.save")}
      </Button>
      <Button
        kind="go"
        offReason={isUnchanged ? t("forms.unchanged") : blocked}
        onPress={props.publish}
      >
        {t("forms.publish")}
      </Button>
    </PageHead>
  );
});

interface BuilderHeadProps extends Pick<Saving, "isConflict" | "isDirty" | "isSaving"> {
  readonly place: FormPlace;
  readonly form: Form;
  readonly title: string;
  /** How many questions the draft has. */
  readonly count: number;
  readonly hasProblems: boolean;
  readonly save: () => void;
  readonly publish: () => void;
  /** Says what was done. */
  readonly say: (text: string) => void;
}

function SavedState({ form, count, isDirty, isSaving }: BuilderHeadProps): ReactNode {
  const { t, formats } = useTexts();
  const text = isDirty
    ? t("forms.unsaved", { count })
    : t("forms.saved", { at: formats.moment(new Date(form.updatedAt)), count });
  return (
    <span className="meta" role="status">
      {isSaving ? t("forms.saving") : text}
    </span>
  );
}

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { questionsOf } from "../../../rules/forms/questions-of.ts";
import { PageHead } from "../../frame/page-head.tsx";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { FormMenu } from "../form-menu.tsx";
import { FormTags } from "../form-tags.tsx";
import type { Form, FormPlace } from "../forms-query.ts";
import type { Draft } from "../draft/draft.ts";
import type { Saving } from "./use-saving.ts";

/** The title of a form under edit, whether it is saved, and the acts on the form as a whole. */
export function BuilderHead(props: BuilderHeadProps): ReactNode {
  const { place, form, draft, saving, hasProblems, save, publish, say } = props;
  const { t } = useTexts();
  const { latestVersion } = form;
  const isUnchanged = !saving.isDirty && !form.hasUnpublishedChanges && latestVersion > 0;
  const problems = hasProblems ? t("forms.problemsBlock") : null;
  const chooseFirst = saving.isConflict ? t("drafts.chooseFirst") : null;
  const blocked = chooseFirst ?? problems;
  return (
    <PageHead
      title={draft.title === "" ? t("forms.untitledForm") : draft.title}
      facts={<FormTags form={form} />}
    >
      <SavedState form={form} draft={draft} saving={saving} />
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
        isPending={saving.isSaving}
        offReason={saving.isDirty ? chooseFirst : t("forms.nothingToSave")}
        onPress={save}
      >
        {t("forms.save")}
      </Button>
      <Button kind="go" offReason={isUnchanged ? t("forms.unchanged") : blocked} onPress={publish}>
        {t("forms.publish")}
      </Button>
    </PageHead>
  );
}

interface BuilderHeadProps {
  readonly place: FormPlace;
  readonly form: Form;
  readonly draft: Draft;
  readonly saving: Saving;
  readonly hasProblems: boolean;
  readonly save: () => void;
  readonly publish: () => void;
  /** Says what was done. */
  readonly say: (text: string) => void;
}

function SavedState({
  form,
  draft,
  saving,
}: Pick<BuilderHeadProps, "draft" | "form" | "saving">): ReactNode {
  const { t, formats } = useTexts();
  const count = questionsOf(draft.content).length;
  const text = saving.isDirty
    ? t("forms.unsaved", { count })
    : t("forms.saved", { at: formats.moment(new Date(form.updatedAt)), count });
  return (
    <span className="meta" role="status">
      {saving.isSaving ? t("forms.saving") : text}
    </span>
  );
}

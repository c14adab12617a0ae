import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import type { FormSummary } from "./forms-query.ts";

/** The state of a form: its newest version, whether the draft differs from it, and whether it is the default. */
export function FormTags({ form }: { readonly form: FormState }): ReactNode {
  const { t, known } = useTexts();
  const { status, latestVersion, hasUnpublishedChanges, isWorkspaceDefault } = form;
  const isPublished = status === "PUBLISHED";
  return (
    <>
      <span className={isPublished ? "tag done" : "tag"}>
        {isPublished
          ? t("forms.publishedAs", { version: latestVersion })
          : known("forms.status.", status, "forms.status.OTHER")}
      </span>
      {isPublished && hasUnpublishedChanges && (
        <span className="tag warn">{t("forms.changedDraft")}</span>
      )}
      {isWorkspaceDefault && <span className="tag">{t("forms.kind.WORKSPACE_DEFAULT")}</span>}
    </>
  );
}

type FormState = Pick<
  FormSummary,
  "hasUnpublishedChanges" | "isWorkspaceDefault" | "latestVersion" | "status"
>;

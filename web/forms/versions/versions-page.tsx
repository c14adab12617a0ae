import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHead } from "../../frame/page-head.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { FormMenu } from "../form-menu.tsx";
import type { FormSearch } from "../form-search.ts";
import { FormTags } from "../form-tags.tsx";
import type { Form, FormPlace } from "../forms-query.ts";
import { Versions } from "./versions.tsx";

/** The versions of a form, with the acts on the form as a whole. */
export function VersionsPage({
  place,
  form,
  search,
  change,
  notice,
  say,
}: VersionsPageProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const edit = () => void navigate({ to: "/forms/$formId", params: { formId: place.formId } });
  useKeys([
    {
      keys: ["Escape"],
      label: t("keys.back"),
      isShown: true,
      run: () => (notice === null ? edit() : void navigate({ to: "/forms" })),
    },
  ]);
  return (
    <>
      <PageHead title={form.title} facts={<FormTags form={form} />}>
        {notice === null && (
          <Link className="btn" to="/forms/$formId" params={{ formId: place.formId }}>
            {t("forms.edit")}
          </Link>
        )}
        <FormMenu place={place} form={form} done={say} />
      </PageHead>
      {notice !== null && <p className="banner info">{notice}</p>}
      <div className="body">
        <div className="page">
          <Versions place={place} form={form} search={search} change={change} />
        </div>
      </div>
    </>
  );
}

interface VersionsPageProps {
  readonly place: FormPlace;
  readonly form: Form;
  readonly search: FormSearch;
  readonly change: (search: FormSearch) => void;
  /** Why the draft cannot be edited; null if it can. */
  readonly notice: string | null;
  /** Says what was done. */
  readonly say: (text: string) => void;
}

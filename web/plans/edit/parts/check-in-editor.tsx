import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../../frame/console-context.ts";
import { useMe } from "../../../frame/use-me.ts";
import { SelectField } from "../../../kit/fields/select-field.tsx";
import { Failed, Loading } from "../../../kit/states.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { publishedFormsQuery } from "../../../forms/forms-query.ts";
import { useProblem } from "../edit-context.ts";

/** The form that a check-in asks for: the newest version of a published one. */
export function CheckInEditor({ formVersionId, change }: CheckInEditorProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const forms = useQuery(publishedFormsQuery(api, workspace.workspaceId));
  const problem = useProblem("/formVersionId");
  const options = (forms.data ?? []).flatMap(({ title, latestFormVersionId }) =>
    latestFormVersionId === null ? [] : [{ value: latestFormVersionId, name: title }],
  );
  const isKnown = options.some(({ value }) => value === formVersionId);
  const older = { value: formVersionId, name: t("plans.olderForm") };
  return (
    <section className="card">
      <div className="in stack" data-pointer="/formVersionId">
        {forms.isPending && <Loading rows={1} />}
        {forms.isError && <Failed error={forms.error} retry={() => void forms.refetch()} />}
        {forms.data && (
          <SelectField
            label={t("plans.form")}
            value={formVersionId}
            options={isKnown ? options : [older, ...options]}
            change={change}
          />
        )}
        {problem !== null && <p className="error">{problem}</p>}
      </div>
    </section>
  );
}

interface CheckInEditorProps {
  readonly formVersionId: string;
  readonly change: (formVersionId: string) => void;
}

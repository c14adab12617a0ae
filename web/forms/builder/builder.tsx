import { type ReactNode, useCallback, useDeferredValue, useState } from "react";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import { questionsOf } from "../../../rules/forms/questions-of.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { Form, FormPlace } from "../forms-query.ts";
import { FormClients } from "../form-clients.tsx";
import { Preview } from "../preview/preview.tsx";
import { BuilderHead } from "./builder-head.tsx";
import { ChangesBlock } from "./changes-block.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { ProblemBanners } from "./problem-banners.tsx";
import { Properties } from "./properties.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { QuestionList } from "./question-list.tsx";
import { PANES, useBuilder } from "./use-builder.ts";
import { useBuilderKeys } from "./use-builder-keys.ts";

/** The draft of a form: its questions, the properties of the chosen one, and the form as a client sees it. */
export function Builder({ place, form, content, say }: BuilderProps): ReactNode {
  const { t } = useTexts();
  const builder = useBuilder({ place, form, content });
  const [isPublishing, setIsPublishing] = useState(false);
  const publish = useCallback(() => setIsPublishing(true), []);
  useBuilderKeys(builder);
  const { state, edit, saving, problems, pane } = builder;
  const { draft, chosen } = state;
  // A key press is painted before the preview and the changes follow it.
  const settled = useDeferredValue(draft);
  return (
    <>
      <BuilderHead
        place={place}
        form={form}
        title={draft.title}
        count={questionsOf(draft.content).length}
        isDirty={saving.isDirty}
        isSaving={saving.isSaving}
        isConflict={saving.isConflict}
        hasProblems={problems.length > 0}
        save={builder.save}
        publish={publish}
        say={say}
      />
      <ProblemBanners problems={problems} saving={saving} next={builder.next} />
      <div className="form-panes">
        <div className="seg" role="group" aria-label={t("forms.panes")}>
          {PANES.map((id) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === pane}
              onClick={() => builder.setPane(id)}
            >
              {t(`forms.pane.${id}`)}
            </button>
          ))}
        </div>
      </div>
      <div className="split form-builder" data-pane={pane} ref={builder.root}>
        <QuestionList
          draft={draft}
          chosen={chosen}
          problems={problems}
          edit={edit}
          choose={builder.choose}
          add={builder.add}
        />
        <Properties draft={draft} chosen={chosen} problems={problems} edit={edit}>
          <ChangesBlock place={place} latestVersion={form.latestVersion} draft={settled} />
          {form.latestVersion > 0 && <FormClients place={place} />}
        </Properties>
        <Preview place={place} draft={settled} revision={saving.isDirty ? null : saving.revision} />
      </div>
      <LeaveDialog isDirty={saving.isDirty} leave={saving.leave} />
      {isPublishing && (
        <PublishDialog
          place={place}
          form={form}
          draft={draft}
          saving={saving}
          say={say}
          close={() => setIsPublishing(false)}
        />
      )}
    </>
  );
}

interface BuilderProps {
  readonly place: FormPlace;
  readonly form: Form;
  /** The questions of `form`. */
  readonly content: FormContent;
  /** Says what was done. */
  readonly say: (text: string) => void;
}

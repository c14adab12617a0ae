import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/fields/text-field.tsx";
import { useActKey } from "../kit/hooks/use-act-key.ts";
import { useTexts } from "../texts/use-texts.ts";
import { newQuestion } from "./draft/new-question.ts";
import { createForm } from "./form-acts.ts";
import { formsKey } from "./forms-query.ts";
import { newFormId } from "./new-form-id.ts";
import { RefusedForm } from "./refused-form.tsx";

/** Makes a form of its title and its first question: a form without a question does not exist. */
export function NewFormDialog({ workspaceId, open, close }: NewFormDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const [title, setTitle] = useState("");
  const [label, setLabel] = useState("");
  const [ids] = useState(() => ({ sectionId: newFormId("s"), questionId: newFormId("q") }));
  const isReady = title.trim() !== "" && label.trim() !== "";
  const make = useMutation({
    mutationFn: async () => {
      const question = { ...newQuestion(ids.questionId), label };
      const section = { sectionId: ids.sectionId, title: t("forms.firstSection"), intro: null };
      const content = { sections: [{ ...section, questions: [question] }] };
      const body = { title, content };
      return await createForm(api, { workspaceId, body, key: keyOf(body) });
    },
    onSuccess: ({ formId }) => {
      void queries.invalidateQueries({ queryKey: formsKey(workspaceId) });
      close();
      open(formId);
    },
  });
  return (
    <Dialog title={t("forms.newTitle")} close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !make.isPending) make.mutate();
        }}
      >
        <TextField
          label={t("forms.field.title")}
          autoFocus
          required
          maxLength={FORM_LIMITS.lineLength}
          value={title}
          change={setTitle}
        />
        <TextField
          label={t("forms.firstQuestion")}
          hint={t("forms.firstQuestionHint")}
          required
          maxLength={FORM_LIMITS.lineLength}
          value={label}
          change={setLabel}
        />
        {make.isError && <RefusedForm error={make.error} />}
        <p className="row-h">
          <Button
            kind="go"
            type="submit"
            isPending={make.isPending}
            offReason={isReady ? null : t("forms.incomplete")}
          >
            {t("forms.make")}
          </Button>
          <Button kind="quiet" onPress={close}>
            {t("frame.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

interface NewFormDialogProps {
  readonly workspaceId: string;
  readonly open: (formId: string) => void;
  readonly close: () => void;
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { useConsole } from "../frame/console-context.ts";
import { Dialog } from "../kit/dialog.tsx";
import { DialogActs } from "../kit/dialog-acts.tsx";
import { TextField } from "../kit/fields/text-field.tsx";
import { useActKey } from "../kit/hooks/use-act-key.ts";
import { useTexts } from "../texts/use-texts.ts";
import { createForm } from "./form-acts.ts";
import { type Form, type FormPlace, formsKey } from "./forms-query.ts";
import { knownContent } from "./known-content.ts";
import { RefusedForm } from "./refused-form.tsx";

/** Makes a new draft of the saved questions of this form, under a title of its own. */
export function CopyDialog({ place, form, close }: CopyDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const [title, setTitle] = useState(() =>
    t("forms.copyOf", { title: form.title }).slice(0, FORM_LIMITS.lineLength),
  );
  const content = knownContent(form.content);
  const missing = title.trim() === "" ? t("forms.incomplete") : null;
  const send = useMutation({
    mutationFn: async (copied: NonNullable<typeof content>) => {
      const body = { title, content: copied };
      return await createForm(api, {
        workspaceId: place.workspaceId,
        body,
        key: keyOf(body),
      });
    },
    onSuccess: async ({ formId }) => {
      close();
      await navigate({ to: "/forms/$formId", params: { formId } });
      await queries.invalidateQueries({ queryKey: formsKey(place.workspaceId) });
    },
  });
  return (
    <Dialog
      title={t("forms.copyTitle", { title: form.title })}
      close={close}
      footer={
        <DialogActs
          go={t("forms.copy")}
          sent={send}
          offReason={content === null ? t("forms.unknownContent") : missing}
          send={() => content !== null && send.mutate(content)}
          close={close}
        />
      }
    >
      <TextField
        label={t("forms.field.title")}
        autoFocus
        maxLength={FORM_LIMITS.lineLength}
        value={title}
        change={setTitle}
      />
      <p className="meta">{t("forms.copyLead")}</p>
      {send.isError && <RefusedForm error={send.error} />}
    </Dialog>
  );
}

interface CopyDialogProps {
  readonly place: FormPlace;
  readonly form: Form;
  readonly close: () => void;
}

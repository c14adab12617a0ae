import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { useOffReason } from "../frame/use-off-reason.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { DialogActs } from "../kit/dialog-acts.tsx";
import { Menu } from "../kit/menu.tsx";
import { useActKey } from "../kit/hooks/use-act-key.ts";
import { useTexts } from "../texts/use-texts.ts";
import { CopyDialog } from "./copy-dialog.tsx";
import { type FormAct, changeForm } from "./form-acts.ts";
import { type Form, type FormPlace, formKey, formsKey } from "./forms-query.ts";
import { RefusedForm } from "./refused-form.tsx";

/** The rarer acts on a form: copy, make it the default, archive. Each asks in a dialog. */
export function FormMenu({ place, form, done }: FormMenuProps): ReactNode {
  const { t } = useTexts();
  const [asked, setAsked] = useState<FormAct | "COPY" | null>(null);
  const close = () => setAsked(null);
  if (useOffReason("forms.manage") !== null) return null;
  return (
    <>
      <Menu
        button={<Button kind="quiet" icon="more" label={t("forms.acts")} />}
        items={actsOn(form).map((id) => ({
          id,
          name: t(`forms.act.${id}`),
          run: () => setAsked(id),
        }))}
      />
      {asked === "COPY" && <CopyDialog place={place} form={form} close={close} />}
      {asked !== null && asked !== "COPY" && (
        <ActDialog act={asked} place={place} form={form} done={done} close={close} />
      )}
    </>
  );
}

interface FormMenuProps {
  readonly place: FormPlace;
  readonly form: Form;
  /** Says what was done. */
  readonly done: (text: string) => void;
}

/** The default cannot be archived, and only a published form can become the default. */
function actsOn({ status, isWorkspaceDefault }: Form): readonly (FormAct | "COPY")[] {
  if (status === "ARCHIVED" || isWorkspaceDefault) return ["COPY"];
  return status === "PUBLISHED" ? ["COPY", "MAKE_DEFAULT", "ARCHIVE"] : ["COPY", "ARCHIVE"];
}

function ActDialog({ act, place, form, done, close }: ActDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const send = useMutation({
    mutationFn: async () => await changeForm(api, { place, act, key: keyOf(act) }),
    onSuccess: async (changed) => {
      close();
      done(t(`forms.did.${act}`, { title: form.title }));
      queries.setQueryData(formKey(place), changed);
      await queries.invalidateQueries({ queryKey: formsKey(place.workspaceId) });
    },
  });
  return (
    <Dialog
      title={t(`forms.ask.${act}`, { title: form.title })}
      close={close}
      footer={
        <DialogActs
          kind={act === "ARCHIVE" ? "bad" : "go"}
          go={t(`forms.go.${act}`)}
          sent={send}
          send={() => send.mutate()}
          close={close}
        />
      }
    >
      <p>{t(`forms.effect.${act}`)}</p>
      {send.isError && <RefusedForm error={send.error} />}
    </Dialog>
  );
}

interface ActDialogProps extends FormMenuProps {
  readonly act: FormAct;
  readonly close: () => void;
}

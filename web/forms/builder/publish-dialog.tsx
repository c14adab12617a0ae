import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActs } from "../../kit/dialog-acts.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type Form, type FormPlace, formsKey, versionQuery } from "../forms-query.ts";
import { knownContent } from "../known-content.ts";
import { RefusedForm } from "../refused-form.tsx";
import { ChangeList } from "../versions/change-list.tsx";
import { compareForms } from "../versions/compare-forms.ts";
import type { Draft } from "../draft/draft.ts";
import type { Saving } from "./use-saving.ts";

/** Shows what the next version changes, then saves and publishes it. Clients who have an older one open finish that. */
export function PublishDialog({ place, form, draft, saving, say, close }: Props): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const { latestVersion } = form;
  const latest = useQuery({
    ...versionQuery(api, place, latestVersion),
    enabled: latestVersion > 0,
  });
  const before = latest.data === undefined ? null : knownContent(latest.data.content);
  const publish = useMutation({
    mutationFn: async (sent: Draft) => {
      const expectedRevision = saving.isDirty ? await saving.save() : saving.revision;
      try {
        return await answer(
          api.POST("/api/v1/workspaces/{workspaceId}/forms/{formId}/publish", {
            params: { path: place, header: { "Idempotency-Key": keyOf(expectedRevision) } },
            body: { expectedRevision },
          }),
        );
      } catch (error) {
        saving.refuse(sent, error);
        throw error;
      }
    },
    onSuccess: async ({ version }) => {
      close();
      say(t("forms.published", { version }));
      await queries.invalidateQueries({ queryKey: formsKey(place.workspaceId) });
    },
  });
  return (
    <Dialog
      title={t("forms.publishTitle", { title: draft.title })}
      close={close}
      footer={
        <DialogActs
          go={t(saving.isDirty ? "forms.saveAndPublish" : "forms.publishAs", {
            version: latestVersion + 1,
          })}
          autoFocus
          sent={publish}
          send={() => publish.mutate(draft)}
          close={close}
        />
      }
    >
      {latestVersion > 0 && latest.isPending && <Loading rows={3} />}
      {latest.isError && <Failed error={latest.error} retry={() => void latest.refetch()} />}
      {before !== null && (
        <>
          <h3>{t("forms.changesSince", { version: latestVersion })}</h3>
          <ChangeList changes={compareForms(before, draft.content)} />
        </>
      )}
      <p>{t(latestVersion === 0 ? "forms.publishFirst" : "forms.publishLead")}</p>
      {publish.isError && <RefusedForm error={publish.error} />}
    </Dialog>
  );
}

interface Props {
  readonly place: FormPlace;
  readonly form: Form;
  readonly draft: Draft;
  readonly saving: Saving;
  /** Says what was done. */
  readonly say: (text: string) => void;
  readonly close: () => void;
}

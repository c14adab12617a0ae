import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { ME_KEY } from "../../frame/workspace/me-query.ts";
import { useOffReason } from "../../frame/use-off-reason.ts";
import { useOfflineReason } from "../../kit/hooks/use-offline-reason.ts";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { LanguageField } from "../kit/language-field.tsx";
import { isRefused } from "../kit/refusal-text.ts";
import { SaveRow } from "../kit/save-row.tsx";
import { useDraft } from "../kit/use-draft.ts";
import { ZoneField } from "../kit/zone-field.tsx";
import { ArchiveCard } from "./archive-card.tsx";
import { LimitFields } from "./limit-fields.tsx";
import { type WorkspaceForm, limitFaults, workspaceBody, workspaceForm } from "./workspace-form.ts";
import { workspaceQuery } from "./workspace-query.ts";

/** The settings of the workspace, for its owner. */
export function WorkspacePart(): ReactNode {
  const { t } = useTexts();
  const { workspace } = useMe();
  if (workspace.role !== "OWNER") return <p className="note">{t("settings.onlyOwner")}</p>;
  return <StoredWorkspace workspaceId={workspace.workspaceId} />;
}

function StoredWorkspace({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { api } = useConsole();
  const isOff = useOffReason("workspace.manage") !== null;
  const found = useQuery(workspaceQuery(api, workspaceId));
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />;
  return (
    <div className="stack-l setting-column">
      <Workspace workspaceId={workspaceId} stored={workspaceForm(found.data)} />
      {!isOff && <ArchiveCard workspaceId={workspaceId} />}
    </div>
  );
}

function Workspace({ workspaceId, stored }: WorkspaceProps): ReactNode {
  const { t, formats } = useTexts();
  const isOff = useOffReason("workspace.manage") !== null;
  const { draft, save, submit } = useWorkspace(workspaceId, { stored, isOff });
  const { shown, change } = draft;
  return (
    <form
      className="stack-l setting-column"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isOff && <p className="note">{t("settings.archived")}</p>}
      <Card title={t("settings.part.workspace")}>
        <div className="in stack">
          <TextField
            label={t("settings.workspaceName")}
            hint={t("settings.workspaceNameHint")}
            value={shown.name}
            change={change("name")}
            error={isRefused(save.error, "name") ? t("settings.fieldRefused") : null}
            maxLength={NAME_LENGTH}
            readOnly={isOff}
            required
          />
          <ZoneField
            label={t("settings.zone")}
            hint={t("settings.workspaceZoneHint")}
            value={shown.timezone}
            change={change("timezone")}
            isOff={isOff}
          />
          <LanguageField
            label={t("settings.invitationLanguage")}
            hint={t("settings.invitationLanguageHint")}
            value={shown.language}
            change={change("language")}
            isOff={isOff}
          />
          <SelectField
            label={t("settings.digestHour")}
            hint={t("settings.digestHourHint")}
            value={shown.digestHour}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              name: formats.time(new Date(Date.UTC(2000, 0, 1, hour)), "UTC"),
            }))}
            change={change("digestHour")}
            isOff={isOff}
          />
        </div>
      </Card>
      <LimitFields shown={shown} change={change} isOff={isOff} />
      {!isOff && <SaveRow act={save} draft={draft} />}
    </form>
  );
}

function useWorkspace(workspaceId: string, { stored, isOff }: StoredForm) {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const place = { place: "workspace-settings", id: workspaceId } as const;
  const { saved: settle, ...draft } = useDraft(stored, place);
  const { shown, changes, isBehind } = draft;
  const save = useMutation({
    mutationFn: async (sent: typeof changes) =>
      await answer(
        api.PATCH("/api/v1/workspaces/{workspaceId}/settings", {
          params: { path: { workspaceId } },
          body: workspaceBody(sent, shown),
        }),
      ),
    onSuccess: async (saved, sent) => {
      queries.setQueryData(workspaceQuery(api, workspaceId).queryKey, saved);
      settle(sent);
      await queries.invalidateQueries({ queryKey: ME_KEY });
    },
  });
  const isRight = Object.keys(limitFaults(shown)).length === 0;
  const isOffline = useOfflineReason() !== null;
  const submit = () => {
    const mayBeSent = !isOff && !isOffline && isRight && !isBehind && !save.isPending;
    if (Object.keys(changes).length > 0 && mayBeSent) save.mutate(changes);
  };
  useKeys([{ keys: ["Ctrl S"], label: t("settings.key.save"), run: submit, isShown: true, isOff }]);
  return { draft, save, submit };
}

interface StoredForm {
  readonly stored: WorkspaceForm;
  /** Whether nothing can be changed. */
  readonly isOff: boolean;
}

interface WorkspaceProps {
  readonly workspaceId: string;
  readonly stored: WorkspaceForm;
}

const NAME_LENGTH = 100;

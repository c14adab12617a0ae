import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { ME_KEY } from "../../frame/workspace/me-query.ts";
import { useOfflineReason } from "../../kit/hooks/use-offline-reason.ts";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { LanguageField } from "../kit/language-field.tsx";
import { isRefused } from "../kit/refusal-text.ts";
import { SaveRow } from "../kit/save-row.tsx";
import { useDraft } from "../kit/use-draft.ts";
import { ZoneField } from "../kit/zone-field.tsx";
import { type ProfileForm, profileBody, profileForm } from "./profile-form.ts";
import { profileQuery } from "./profile-query.ts";

/** The coach's profile, and the contacts at which Sideline reaches the coach. */
export function ProfilePart(): ReactNode {
  const { api } = useConsole();
  const found = useQuery(profileQuery(api));
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />;
  return (
    <div className="stack-l setting-column">
      <Profile stored={profileForm(found.data)} />
      <Contacts />
    </div>
  );
}

function Profile({ stored }: { readonly stored: ProfileForm }): ReactNode {
  const { t } = useTexts();
  const { draft, save, submit } = useProfile(stored);
  const { shown, change } = draft;
  const refusalOf = (field: string) =>
    isRefused(save.error, field) ? t("settings.fieldRefused") : null;
  return (
    <Card title={t("settings.part.profile")}>
      <form
        className="in stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t("settings.name")}
          hint={t("settings.nameHint")}
          value={shown.displayName}
          change={change("displayName")}
          error={refusalOf("displayName")}
          maxLength={NAME_LENGTH}
          autoComplete="name"
          required
        />
        <TextField
          label={t("settings.handle")}
          hint={t("settings.handleHint")}
          value={shown.publicHandle}
          change={change("publicHandle")}
          error={refusalOf("publicHandle")}
          maxLength={HANDLE_LENGTH}
          autoComplete="off"
        />
        <TextField
          label={t("settings.bio")}
          hint={t("settings.bioHint")}
          value={shown.bio}
          change={change("bio")}
          error={refusalOf("bio")}
          maxLength={BIO_LENGTH}
          rows={4}
        />
        <ZoneField
          label={t("settings.zone")}
          hint={t("settings.zoneHint")}
          value={shown.timezone}
          change={change("timezone")}
        />
        <LanguageField
          label={t("settings.mailLanguage")}
          hint={t("settings.mailLanguageHint")}
          value={shown.language}
          change={change("language")}
        />
        <SaveRow act={save} draft={draft} />
      </form>
    </Card>
  );
}

function useProfile(stored: ProfileForm) {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const { user } = useMe();
  const { saved: settle, ...draft } = useDraft(stored, { place: "own-profile", id: user.userId });
  const { changes, isBehind } = draft;
  const save = useMutation({
    mutationFn: async (wanted: Partial<ProfileForm>) =>
      await answer(api.PATCH("/api/v1/coach/profile", { body: profileBody(wanted) })),
    onSuccess: async (saved, sent) => {
      queries.setQueryData(profileQuery(api).queryKey, saved);
      settle(sent);
      await queries.invalidateQueries({ queryKey: ME_KEY });
    },
  });
  const isOffline = useOfflineReason() !== null;
  const submit = () => {
    const mayBeSent = !isOffline && !isBehind && !save.isPending;
    if (Object.keys(changes).length > 0 && mayBeSent) save.mutate(changes);
  };
  useKeys([{ keys: ["Ctrl S"], label: t("settings.key.save"), run: submit, isShown: true }]);
  return { draft, save, submit };
}

/** The addresses of the account. They follow its sign-ins. */
function Contacts(): ReactNode {
  const { t } = useTexts();
  const { user } = useMe();
  return (
    <Card title={t("settings.contacts")}>
      <dl className="in facts">
        <dt>{t("settings.email")}</dt>
        <dd>{user.primaryEmail ?? t("settings.none")}</dd>
        <dt>{t("settings.phone")}</dt>
        <dd>{user.primaryPhone ?? t("settings.none")}</dd>
      </dl>
      <p className="in meta">{t("settings.contactsHint")}</p>
    </Card>
  );
}

const NAME_LENGTH = 200;
const HANDLE_LENGTH = 30;
const BIO_LENGTH = 2000;

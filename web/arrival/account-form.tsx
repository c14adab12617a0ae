import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../api/api-client.ts";
import { Problem } from "../api/problem.ts";
import { againWhilePassing } from "../api/query-client.ts";
import type { components } from "../api/routes.d.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { SelectField } from "../kit/fields/select-field.tsx";
import { TextField } from "../kit/fields/text-field.tsx";
import { Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { LegalLinks } from "./legal-links.tsx";
import { type RegistrationForm, isFieldRefused, zoneChoices } from "./registration-body.ts";

/** The form of a person without an account. The versions of the legal texts come from the server. */
export function AccountForm({ refuse, before, ...form }: AccountFormProps): ReactNode {
  const { api } = useConsole();
  const found = useQuery({
    queryKey: ["arrival", "stranger"],
    queryFn: async () => await answer(api.GET("/api/v1/auth/client-me")),
    refetchInterval: againWhilePassing,
  });
  if (found.isPending) return <Loading rows={3} />;
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />;
  const { legalVersions } = found.data;
  return (
    <>
      {before?.(found.data)}
      <Fields
        // Newer texts are accepted anew.
        key={`${legalVersions.termsVersion} ${legalVersions.privacyVersion}`}
        {...form}
        legal={legalVersions}
        refuse={(refusal) => {
          if (refusal.code === "STATE_CONFLICT") void found.refetch();
          refuse(refusal);
        }}
      />
    </>
  );
}

interface AccountFormProps extends FormProps {
  /** Shown above the form: the facts that are known about the person. */
  readonly before?: (stranger: components["schemas"]["ClientMe"]) => ReactNode;
}

interface FormProps {
  /** Whether the account comes with a workspace of its own, which then has a name. */
  readonly hasWorkspace: boolean;
  /** The words of its button. */
  readonly actName: string;
  readonly send: (form: RegistrationForm) => Promise<unknown>;
  readonly done: () => void;
  readonly refuse: (refusal: Problem) => void;
}

function Fields({ legal, hasWorkspace, actName, send, done, refuse }: FieldsProps): ReactNode {
  const { t, language } = useTexts();
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [displayName, setDisplayName] = useState("");
  const [workspaceName, setWorkspaceName] = useState("");
  const [timezone, setTimezone] = useState(ownZone);
  const register = useMutation({
    mutationFn: async () =>
      await send({ displayName, workspaceName, timezone, locale: language, legal }),
    onSuccess: done,
    onError: (error) => {
      if (error instanceof Problem) refuse(error);
    },
  });
  const refusal = register.error instanceof Problem ? register.error : null;
  return (
    <form
      className="register"
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate();
      }}
    >
      <TextField
        label={t("arrival.name")}
        value={displayName}
        change={setDisplayName}
        maxLength={NAME_LENGTH}
        error={isFieldRefused(refusal, "displayName") ? t("arrival.notTaken") : null}
        autoComplete="name"
        required
      />
      {hasWorkspace && (
        <TextField
          label={t("arrival.workspace")}
          hint={t("arrival.workspaceHint")}
          value={workspaceName}
          change={setWorkspaceName}
          maxLength={NAME_LENGTH}
          error={isFieldRefused(refusal, "workspaceName") ? t("arrival.notTaken") : null}
          autoComplete="organization"
        />
      )}
      <SelectField
        label={t("arrival.zone")}
        value={timezone}
        options={zoneChoices(ownZone, Intl.supportedValuesOf("timeZone")).map((zone) => ({
          value: zone,
          name: zone,
        }))}
        change={setTimezone}
      />
      <label className="row-h accept">
        <input type="checkbox" required />
        <span>
          {t("arrival.accept")} <LegalLinks {...legal} />
        </span>
      </label>
      {register.isError && <Failed error={register.error} />}
      <Button kind="go" type="submit" isPending={register.isPending}>
        {actName}
      </Button>
    </form>
  );
}

interface FieldsProps extends FormProps {
  readonly legal: components["schemas"]["LegalVersions"];
}

/** Longest name that the contract takes. */
const NAME_LENGTH = 200;

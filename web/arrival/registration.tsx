import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../api/api-client.ts";
import { Problem } from "../api/problem.ts";
import { againWhilePassing } from "../api/query-client.ts";
import type { components } from "../api/routes.d.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { SelectField } from "../kit/fields/select-field.tsx";
import { Failed, Loading } from "../kit/states.tsx";
import { TextField } from "../kit/fields/text-field.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { arrivalStep } from "./arrival-step.ts";
import { LegalLinks } from "./legal-links.tsx";
import { isFieldRefused, registrationBody, zoneChoices } from "./registration-body.ts";

/** Registers a coach with a workspace. The versions of the legal texts come from the server. */
export function Registration({ done, refuse }: RegistrationProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const found = useQuery({
    queryKey: ["arrival", "stranger"],
    queryFn: async () => await answer(api.GET("/api/v1/auth/client-me")),
    refetchInterval: againWhilePassing,
  });
  if (found.isPending) return <Loading rows={3} />;
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />;
  const { legalVersions, waitingInvitation } = found.data;
  return (
    <>
      {waitingInvitation && (
        <p className="note">
          {t("arrival.waiting", { day: formats.day(new Date(waitingInvitation.expiresAt)) })}
        </p>
      )}
      <Form
        // Newer texts are accepted anew.
        key={`${legalVersions.termsVersion} ${legalVersions.privacyVersion}`}
        legal={legalVersions}
        done={done}
        refuse={(refusal) => {
          if (refusal.code === "STATE_CONFLICT") void found.refetch();
          else if (arrivalStep(refusal).kind !== "UNAVAILABLE") refuse(refusal);
        }}
      />
    </>
  );
}

interface RegistrationProps {
  readonly done: () => void;
  readonly refuse: (refusal: Problem) => void;
}

function Form({ legal, done, refuse }: FormProps): ReactNode {
  const { t, language } = useTexts();
  const { api } = useConsole();
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [displayName, setDisplayName] = useState("");
  const [workspaceName, setWorkspaceName] = useState("");
  const [timezone, setTimezone] = useState(ownZone);
  const form = { displayName, workspaceName, timezone, locale: language, legal };
  const register = useMutation({
    mutationFn: async () =>
      await answer(api.POST("/api/v1/auth/coach-registration", { body: registrationBody(form) })),
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
      <TextField
        label={t("arrival.workspace")}
        hint={t("arrival.workspaceHint")}
        value={workspaceName}
        change={setWorkspaceName}
        maxLength={NAME_LENGTH}
        error={isFieldRefused(refusal, "workspaceName") ? t("arrival.notTaken") : null}
        autoComplete="organization"
      />
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
        {t("arrival.create")}
      </Button>
    </form>
  );
}

interface FormProps extends RegistrationProps {
  readonly legal: components["schemas"]["LegalVersions"];
}

/** Longest name that the contract takes. */
const NAME_LENGTH = 200;

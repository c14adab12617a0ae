import type { ReactNode } from "react";
import { answer } from "../api/api-client.ts";
import type { Problem } from "../api/problem.ts";
import { useConsole } from "../frame/console-context.ts";
import { useTexts } from "../texts/use-texts.ts";
import { AccountForm } from "./account-form.tsx";
import { arrivalStep } from "./arrival-step.ts";
import { registrationBody } from "./registration-body.ts";

/** Registers a coach with a workspace of their own. */
export function Registration({ done, refuse }: RegistrationProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  return (
    <AccountForm
      hasWorkspace
      actName={t("arrival.create")}
      before={({ waitingInvitation }) => (
        <>
          {waitingInvitation && (
            <p className="note">
              {t("arrival.waiting", { day: formats.day(new Date(waitingInvitation.expiresAt)) })}
            </p>
          )}
          <p className="meta">{t("arrival.invited")}</p>
        </>
      )}
      send={async (form) =>
        await answer(api.POST("/api/v1/auth/coach-registration", { body: registrationBody(form) }))
      }
      done={done}
      refuse={(refusal) => {
        const isShown = refusal.code === "STATE_CONFLICT";
        if (!isShown && arrivalStep(refusal).kind !== "UNAVAILABLE") refuse(refusal);
      }}
    />
  );
}

interface RegistrationProps {
  readonly done: () => void;
  readonly refuse: (refusal: Problem) => void;
}

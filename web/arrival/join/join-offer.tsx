import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { Problem } from "../../api/problem.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { AccountForm } from "../account-form.tsx";
import { Doorway } from "../doorway.tsx";
import { memberRegistrationBody } from "../registration-body.ts";
import type { Joiner } from "./join-step.ts";

/** The offered workspace and the act: with an account a button, without one the registration. */
export function JoinOffer(props: JoinOfferProps): ReactNode {
  const { offer, joiner, leave } = props;
  const { t, known } = useTexts();
  const { workspaceName, ownerDisplayName, role } = offer;
  return (
    <Doorway
      title={t("join.title", { workspace: workspaceName })}
      lead={t(`join.lead.${joiner}`, { who: ownerDisplayName })}
    >
      <dl className="facts">
        <dt>{t("join.workspace")}</dt>
        <dd>{workspaceName}</dd>
        <dt>{t("join.role")}</dt>
        <dd>{known("join.role.", role, "join.role.UNKNOWN")}</dd>
        <dt>{t("join.who")}</dt>
        <dd>{ownerDisplayName}</dd>
      </dl>
      {joiner === "ACCOUNT" ? <JoinButton {...props} /> : <JoinForm {...props} />}
      <Button kind="quiet" onPress={leave}>
        {t(`join.leave.${joiner}`)}
      </Button>
    </Doorway>
  );
}

interface JoinOfferProps {
  readonly offer: components["schemas"]["JoiningPreview"];
  readonly joinHandle: string;
  readonly joiner: Joiner;
  readonly leave: () => void;
  /** Called with null for a new account, which has no other workspace. */
  readonly joined: (workspace: Joined | null) => void;
  readonly refuse: (refusal: Problem) => void;
}

/** The workspace that was joined. */
export type Joined = Pick<components["schemas"]["Workspace"], "name" | "workspaceId">;

/** The invitation is the key of the act, so a repeat after a lost answer joins once. */
function JoinButton({ joinHandle, joined, refuse }: JoinOfferProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const join = useMutation({
    mutationFn: async () =>
      await answer(api.POST("/api/v1/member-invitations/accept", { body: { joinHandle } })),
    onSuccess: ({ workspace }) => joined(workspace),
    onError: (error) => {
      if (error instanceof Problem) refuse(error);
    },
  });
  return (
    <>
      {join.isError && <Failed error={join.error} />}
      <Button kind="go" onPress={() => join.mutate()} isPending={join.isPending}>
        {t("join.act.ACCOUNT")}
      </Button>
    </>
  );
}

function JoinForm({ joinHandle, joined, refuse }: JoinOfferProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  return (
    <AccountForm
      hasWorkspace={false}
      actName={t("join.act.STRANGER")}
      send={async (form) => {
        const body = memberRegistrationBody(form, joinHandle);
        return await answer(api.POST("/api/v1/auth/member-registration", { body }));
      }}
      done={() => joined(null)}
      refuse={refuse}
    />
  );
}

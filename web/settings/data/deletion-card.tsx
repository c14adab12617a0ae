import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { signOut } from "../../session/sign-out.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { AskDialog } from "../kit/ask-dialog.tsx";
import { Card } from "../kit/card.tsx";
import { SignedInAgain } from "../kit/signed-in-again.tsx";

/** The deletion of the account: what it means, and the request. A sign-in within 14 days offers to call it off. */
export function DeletionCard(): ReactNode {
  const { t } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={t("settings.deletion")}>
      <div className="in stack">
        <p>{t("settings.deletionLead")}</p>
        <SignedInAgain act="deletion" />
        <p>
          <Button kind="bad" onPress={() => setIsAsking(true)}>
            {t("settings.deletionAsk")}
          </Button>
        </p>
      </div>
      {isAsking && <DeletionDialog close={() => setIsAsking(false)} />}
    </Card>
  );
}

function DeletionDialog({ close }: { readonly close: () => void }): ReactNode {
  const { t, formats } = useTexts();
  const { api, session } = useConsole();
  const { workspace } = useMe();
  const keyOf = useActKey();
  const request = useMutation({
    mutationFn: async () => {
      const header = { "Idempotency-Key": keyOf("deletion") };
      return await answer(api.POST("/api/v1/auth/account-deletion", { params: { header } }));
    },
  });
  const leave = () => void signOut(session, api);
  if (request.data)
    return (
      <Dialog
        title={t("settings.deletionRequested")}
        close={leave}
        footer={
          <Button kind="go" onPress={leave} autoFocus>
            {t("frame.signOut")}
          </Button>
        }
      >
        <p role="status">
          {t("settings.deletionRequestedLead", {
            day:
              request.data.deletionAt === null
                ? ""
                : formats.day(new Date(request.data.deletionAt)),
          })}
        </p>
      </Dialog>
    );
  return (
    <AskDialog
      title={t("settings.deletionTitle")}
      go={t("settings.deletionGo")}
      keep={t("settings.deletionKeep")}
      act={{ ...request, send: () => request.mutate() }}
      fresh="deletion"
      close={close}
    >
      <ul className="stack effects">
        <li>{t("settings.deletionEffect.sessions")}</li>
        <li>{t("settings.deletionEffect.days")}</li>
        <li>{t("settings.deletionEffect.person")}</li>
        {workspace.role === "OWNER" && (
          <li>{t("settings.deletionEffect.owner", { workspace: workspace.name })}</li>
        )}
      </ul>
    </AskDialog>
  );
}

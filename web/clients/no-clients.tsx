import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CSV_PEOPLE } from "../../contract/invitations/vocabulary.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { Button } from "../kit/button.tsx";
import { Empty, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { rosterQuery } from "./roster-query.ts";
import type { Invitations } from "./use-invitations.tsx";

/** A workspace without a client: how it gets its first one, or the next one after all have ended. */
export function NoClients({ invitations }: { readonly invitations: Invitations }): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const ended = useQuery(
    rosterQuery(api, { workspaceId, sort: "ATTENTION", status: { status: "ENDED" } }),
  );
  if (ended.isPending) return <Loading rows={2} />;
  const hadClients = ended.data !== undefined && ended.data.length > 0;
  const { offReason, invite, importFile } = invitations;
  return (
    <Empty title={t(hadClients ? "clients.noneNow" : "clients.none")}>
      <p>{t(hadClients ? "clients.noneNowLead" : "clients.noneLead")}</p>
      <div className="row-h wrap acts-below">
        <Button kind="go" icon="plus" keys="i" offReason={offReason} onPress={invite}>
          {t("onboarding.invite")}
        </Button>
        <Button offReason={offReason} onPress={importFile}>
          {t("clients.import", { count: CSV_PEOPLE })}
        </Button>
      </div>
    </Empty>
  );
}

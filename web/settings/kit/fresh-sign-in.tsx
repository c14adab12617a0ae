import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useNamedWorkspace } from "../../frame/use-me.ts";
import { withWorkspace } from "../../frame/workspace/workspace-search.ts";
import { Button } from "../../kit/button.tsx";
import { beginSignIn } from "../../session/session.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { FreshAct } from "../settings-search.ts";

/** Leads to a fresh sign-in, and back to this part with the act unsent. */
export function FreshSignIn({ act }: { readonly act: FreshAct }): ReactNode {
  const { t } = useTexts();
  const { session } = useConsole();
  const router = useRouter();
  const named = useNamedWorkspace();
  const leave = useMutation({
    mutationFn: async () => {
      const returnTo = returnAddress(router.state.location.pathname, act, named);
      return await beginSignIn(session, { prompt: "login", returnTo });
    },
  });
  return (
    <div className="note warn stack" role="alert">
      <p>{t("settings.freshLead")}</p>
      <p>
        <Button onPress={() => leave.mutate()} isPending={leave.isPending}>
          {t("settings.fresh")}
        </Button>
      </p>
      {leave.isError && <p>{t("session.UNREACHABLE")}</p>}
    </div>
  );
}

const returnAddress = (path: string, act: FreshAct, workspaceId: string | null) =>
  withWorkspace(`${path}?again=${act}`, workspaceId);

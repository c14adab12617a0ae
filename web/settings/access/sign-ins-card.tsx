import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useWays } from "../../session/use-ways.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { AskDialog } from "../kit/ask-dialog.tsx";
import { Card } from "../kit/card.tsx";
import { SignedInAgain } from "../kit/signed-in-again.tsx";
import { useAct } from "../kit/use-act.ts";
import { signInsQuery } from "./access-queries.ts";
import { removableSignIns, signInName } from "./sign-ins.ts";

/** The account's ways to sign in. Another one is linked in the app. */
export function SignInsCard(): ReactNode {
  const { t, formats, language } = useTexts();
  const { api } = useConsole();
  const found = useQuery(signInsQuery(api));
  const ways = useWays(language) ?? [];
  const [asked, setAsked] = useState<SignIn | null>(null);
  const removable = removableSignIns(found.data ?? []);
  return (
    <Card title={t("settings.signIns")}>
      <SignedInAgain act="unlink" />
      {found.isPending && <Loading rows={2} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      <ul>
        {found.data?.map((signIn) => (
          <li className="line wrap" key={signIn.identityId}>
            <span className="grow">
              <b>{signInName(signIn.provider, ways)}</b>{" "}
              {signIn.current && <span className="tag done">{t("settings.you")}</span>}
              <br />
              <span className="meta">
                {t(isProving(signIn) ? "settings.signInProven" : "settings.signInUnproven", {
                  day: formats.day(new Date(signIn.linkedAt)),
                  when: formats.moment(new Date(signIn.lastLoginAt)),
                })}
              </span>
            </span>
            {removable.has(signIn.identityId) ? (
              <Button
                label={t("settings.unlinkOf", { name: signInName(signIn.provider, ways) })}
                onPress={() => setAsked(signIn)}
              >
                {t("settings.unlink")}
              </Button>
            ) : (
              <span className="meta">{t("settings.onlySignIn")}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="in meta">{t("settings.linkInApp")}</p>
      {asked && (
        <UnlinkDialog
          signIn={asked}
          name={signInName(asked.provider, ways)}
          close={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function UnlinkDialog({ signIn, name, close }: UnlinkDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { identityId } = signIn;
  const unlink = useAct(
    async () =>
      await answer(
        api.DELETE("/api/v1/auth/identities/{identityId}", { params: { path: { identityId } } }),
      ),
    { changed: ["sign-ins", "sessions", "me"], done: close },
  );
  return (
    <AskDialog
      title={t("settings.unlinkAsk", { name })}
      go={t("settings.unlinkGo", { name })}
      act={{ ...unlink, send: () => unlink.mutate() }}
      fresh="unlink"
      close={close}
    >
      <p>{t(signIn.current ? "settings.unlinkEffectHere" : "settings.unlinkEffect")}</p>
    </AskDialog>
  );
}

const isProving = ({ emailVerified, phoneVerified }: SignIn) => emailVerified || phoneVerified;

type SignIn = components["schemas"]["SignInIdentity"];

interface UnlinkDialogProps {
  readonly signIn: SignIn;
  readonly name: string;
  readonly close: () => void;
}

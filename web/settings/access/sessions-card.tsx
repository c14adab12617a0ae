import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { Outcome } from "../kit/outcome.tsx";
import { useAct } from "../kit/use-act.ts";
import { sessionsQuery } from "./access-queries.ts";

/** Where the coach is signed in; each place but this one can be ended. */
export function SessionsCard(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const found = useQuery(sessionsQuery(api));
  const endOthers = useAct(
    async () => await answer(api.POST("/api/v1/auth/sessions/revoke-others")),
    { changed: ["sessions"] },
  );
  const [showsAll, setShowsAll] = useState(false);
  const sessions = (found.data ?? []).toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );
  return (
    <Card
      title={t("settings.sessions")}
      aside={
        sessions.length > 1 && (
          <Button onPress={() => endOthers.mutate()} isPending={endOthers.isPending}>
            {t("settings.endOthers")}
          </Button>
        )
      }
    >
      {found.isPending && <Loading rows={2} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      <ul>
        {sessions.slice(0, showsAll ? undefined : FIRST).map((session) => (
          <Line key={session.sessionId} session={session} />
        ))}
      </ul>
      {sessions.length > FIRST && !showsAll && (
        <p className="card-foot">
          <Button kind="quiet" onPress={() => setShowsAll(true)}>
            {t("settings.allSessions", { count: sessions.length })}
          </Button>
        </p>
      )}
      <div className="card-foot">
        <Outcome act={endOthers} done={t("settings.othersEnded")} />
      </div>
    </Card>
  );
}

function Line({ session }: { readonly session: Session }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const { sessionId } = session;
  const end = useAct(
    async () =>
      await answer(
        api.POST("/api/v1/auth/sessions/{sessionId}/revoke", { params: { path: { sessionId } } }),
      ),
    { changed: ["sessions"] },
  );
  const name = nameOf(session, texts);
  return (
    <li className="line wrap">
      <span className="grow">
        <b>{name}</b>
        <br />
        <span className="meta">{factsOf(session, texts)}</span>
      </span>
      {session.current ? (
        <span className="tag done">{t("settings.you")}</span>
      ) : (
        <Button
          label={t("settings.endOf", { name })}
          onPress={() => end.mutate()}
          isPending={end.isPending}
        >
          {t("settings.end")}
        </Button>
      )}
      {end.isError && <Outcome act={end} done="" />}
    </li>
  );
}

function nameOf({ current, clientApp, phone }: Session, { t, known }: Texts): string {
  if (current) return t("settings.thisBrowser");
  const app = known("settings.app.", clientApp, "settings.appUnknown");
  return phone === null ? app : `${phone.model ?? t("settings.aPhone")}, ${app}`;
}

function factsOf(
  { current, phone, startedAt, lastSeenAt, network }: Session,
  texts: Texts,
): string {
  const { t, formats, known } = texts;
  const seen = current
    ? t("settings.signedInSince", { when: formats.moment(new Date(startedAt)) })
    : t("settings.lastSeen", { when: formats.moment(new Date(lastSeenAt)) });
  const system =
    phone === null
      ? []
      : [`${known("settings.system.", phone.platform, "settings.appUnknown")} ${phone.osVersion}`];
  return [...system, seen, ...(network === null ? [] : [t("settings.network", { network })])].join(
    ", ",
  );
}

/** More would push the cards below off the screen. */
const FIRST = 5;

type Session = components["schemas"]["SignInSession"];

import { type ReactNode, useEffect } from "react";
import { useMe } from "../frame/use-me.ts";
import { Button } from "../kit/button.tsx";
import { Face } from "../kit/face/face.tsx";
import { useNow } from "../kit/hooks/use-now.ts";
import { placeOfZone } from "../kit/zone-time.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { AssignForm } from "./acts/assign-form.tsx";
import { AssignPlan } from "./acts/assign-plan.tsx";
import { ClientMenu } from "./acts/client-menu.tsx";
import type { ClientPlace, Relationship } from "./client-queries.ts";
import { FallTag } from "./fall-tag.tsx";
import { LastSync } from "./last-sync.tsx";
import { minutesAhead } from "./local-dates.ts";

/** The name, the time at the client's place, the responsible coach and the status. */
export function ClientHead({ place, client, before, after }: ClientHeadProps): ReactNode {
  const { t, known, formats } = useTexts();
  const { coachProfile } = useMe();
  const now = useNow();
  const { clientDisplayName: name, clientUserId, timezone, status, startedAt } = client;
  // A browser keeps titles in its history, on disk and after a sign-out: this one has no name.
  useEffect(() => {
    document.title = `${t("client.title")} · ${t("frame.product")}`;
  }, [t]);
  const minutes = minutesAhead(timezone, coachProfile.timezone, now);
  const span = formats.span(Math.abs(minutes) * 60_000);
  const direction = minutes < 0 ? "client.behind" : "client.ahead";
  return (
    <header className="who">
      <Face name={name} id={clientUserId} size="l" />
      <div className="grow">
        <h1 tabIndex={-1} className="cut" title={name}>
          {name}
        </h1>
        <p className="meta">
          <span className="zone" title={timezone}>
            {t("client.localTime", {
              time: formats.time(now, timezone),
              place: placeOfZone(timezone),
            })}
            {minutes !== 0 && `, ${t(direction, { span })}`}
          </span>
          {" · "}
          {t("client.since", {
            status: known("clients.status.", status, "clients.status.OTHER"),
            date: formats.day(new Date(startedAt), timezone),
          })}
          {" · "}
          {t("client.coach", { name: client.coachDisplayName })}
          <LastSync place={place} now={now} />
        </p>
        {minutes !== 0 && (
          <p className="meta">{t("client.whoseTimes", { place: placeOfZone(timezone) })}</p>
        )}
      </div>
      <FallTag place={place} />
      <span className="row-h wide">
        <Button
          kind="quiet"
          icon="left"
          label={t("client.key.before")}
          offReason={before === null ? t("client.noNeighbour") : null}
          onPress={() => before?.()}
        />
        <Button
          kind="quiet"
          icon="right"
          label={t("client.key.after")}
          offReason={after === null ? t("client.noNeighbour") : null}
          onPress={() => after?.()}
        />
      </span>
      <span className="row-h">
        <AssignPlan place={place} client={client} />
        <AssignForm place={place} client={client} />
        <ClientMenu place={place} client={client} />
      </span>
    </header>
  );
}

interface ClientHeadProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly before: (() => void) | null;
  readonly after: (() => void) | null;
}

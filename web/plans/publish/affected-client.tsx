import type { ReactNode } from "react";
import type { PreviewedClient } from "../../../contract/plans/publication-schema.ts";
import type { PublicationOutcome } from "../../../contract/plans/publication-vocabulary.ts";
import { Button } from "../../kit/button.tsx";
import { Face } from "../../kit/face/face.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { FollowAgain } from "../acts/follow-again.tsx";
import { isExcluded, outcomeOf } from "./publication.ts";

/** Outcome of a publication for one client, with its date and reason. A follower can be excluded. */
export function AffectedClient({
  client,
  workspaceId,
  excluded,
  offReason,
  toggle,
}: AffectedClientProps): ReactNode {
  const { t, formats } = useTexts();
  const { displayName, userId } = client.client;
  const { from, through, reason, planRevision, followsNewer } = client;
  const isOut = isExcluded(client, excluded);
  const outcome = outcomeOf(client, excluded);
  const dates = isOut ? null : datesText();
  const why = isOut
    ? t("plans.affected.excluded", { revision: planRevision })
    : t(`plans.why.${reason}`, { revision: planRevision });
  return (
    <li className="line">
      <Face name={displayName} id={userId} />
      <span className="grow">
        <b className="cut plan-block" title={displayName}>
          {displayName}
        </b>
        <span className="meta">
          {[dates, why].filter((part) => part !== null && part !== "").join(", ")}
        </span>
      </span>
      <span className={`tag ${COLOURS[outcome]}`}>{t(`plans.outcome.${outcome}`)}</span>
      {followsNewer ? (
        <Button
          kind="quiet"
          aria-pressed={isOut}
          offReason={offReason}
          aria-label={t(isOut ? "plans.includeName" : "plans.excludeName", { name: displayName })}
          onPress={() => toggle(client.relationshipId)}
        >
          {t(isOut ? "plans.include" : "plans.exclude")}
        </Button>
      ) : (
        <FollowAgain client={client} workspaceId={workspaceId} />
      )}
    </li>
  );

  function datesText(): string | null {
    if (from === null) return null;
    const first = formats.localDate(from);
    if (through === null) return t("plans.affected.from", { from: first });
    return t("plans.affected.span", { from: first, through: formats.localDate(through) });
  }
}

interface AffectedClientProps {
  readonly client: PreviewedClient;
  readonly workspaceId: string;
  /** The relationships of the clients that the coach excludes. */
  readonly excluded: ReadonlySet<string>;
  readonly offReason: string | null;
  readonly toggle: (relationshipId: string) => void;
}

const COLOURS: Readonly<Record<PublicationOutcome, string>> = {
  CHANGES: "done",
  ENDS: "warn",
  WAITS: "late",
  STAYS: "",
};

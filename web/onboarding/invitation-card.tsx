import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { nameOf } from "./board-acts.ts";
import type { InvitationCard as Invited } from "./board-columns.ts";
import { CardFrame } from "./card-frame.tsx";
import { invitationState } from "./card-texts.ts";

/** An invited person: whether the mail arrived, and how long the link is open. */
export function InvitationCard({
  card,
  now,
  offReason,
  resend,
  revoke,
  fix,
  ...frame
}: Props): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { contact, name } = card.invitation;
  const { tag, tone, detail, isUndelivered } = invitationState(texts, card.invitation, now);
  return (
    <CardFrame id={card.id} name={nameOf(card)} {...frame}>
      <div>
        <b className="cut board-name">
          <bdi>{nameOf(card)}</bdi>
        </b>
        <span className="meta cut board-name">
          {[name === null ? null : contact.masked, detail].filter(Boolean).join(" · ")}
        </span>
      </div>
      <div className="row-h wrap">
        <span className={`tag ${tone}`}>{tag}</span>
        <span className="grow" />
        <Button kind="quiet" offReason={offReason} onPress={revoke}>
          {t("onboarding.revoke")}
        </Button>
        {isUndelivered ? (
          <Button offReason={offReason} onPress={fix}>
            {t("onboarding.fix")}
          </Button>
        ) : (
          <Button offReason={offReason} onPress={resend}>
            {t("onboarding.resend")}
          </Button>
        )}
      </div>
    </CardFrame>
  );
}

interface Props {
  readonly card: Invited;
  readonly now: Date;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly refusal: string | undefined;
  /** Why invitations cannot be changed; null if they can. */
  readonly offReason: string | null;
  readonly focus: () => void;
  readonly resend: () => void;
  readonly revoke: () => void;
  readonly fix: () => void;
}

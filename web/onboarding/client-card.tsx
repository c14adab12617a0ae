import type { ReactNode } from "react";
import { AddressLink } from "../kit/address-link.tsx";
import { Button } from "../kit/button.tsx";
import { Face } from "../kit/face/face.tsx";
import { Icon } from "../kit/icon.tsx";
import { ZoneTime } from "../kit/zone-time.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { nudgedTask, overriddenTask } from "./board-acts.ts";
import type { ClientCard as Registered } from "./board-columns.ts";
import { CardFrame } from "./card-frame.tsx";
import { baselineText, blocksText, progressText, reminderText } from "./card-texts.ts";
import { reviewText } from "./waiting-review.ts";

/** A client on the board: how far they are, what is blocked, and when they are reminded. */
export function ClientCard(props: Props): ReactNode {
  const { card, now, offReason, nudge, override, review, ...frame } = props;
  const texts = useTexts();
  const { t } = texts;
  const { row } = card;
  const { client, tasks } = row;
  const due = dueOf(row);
  const isLate = due !== null && Date.parse(due) < now.getTime();
  const blocks = blocksText(texts, row);
  const baseline = baselineText(texts, row);
  const reminders = reminderText(texts, row);
  const toReview = reviewText(texts, row);
  return (
    <CardFrame id={card.id} name={client.displayName} {...frame}>
      <div className="row-h">
        <Face name={client.displayName} id={client.userId} />
        <div className="grow">
          <b className="cut board-name">
            <AddressLink path={`/clients/${row.relationshipId}`}>
              <bdi>{client.displayName}</bdi>
            </AddressLink>
          </b>
          <ZoneTime zone={client.timezone} now={now} />
        </div>
        {row.relationshipStatus === "PAUSED" && (
          <span className="tag">{t("onboarding.paused")}</span>
        )}
      </div>
      <div className="steps" role="img" aria-label={t("onboarding.doneOfAll", { ...tasks })}>
        {stepsOf(tasks).map((step, index) => (
          <i className={step} key={index} />
        ))}
      </div>
      <p className="soft">{progressText(texts, row, now)}</p>
      {baseline !== null && <p className="soft">{baseline}</p>}
      {toReview !== null && (
        <p className="soft">
          <b>{toReview}</b>
        </p>
      )}
      {blocks !== null && (
        <p className="row-h t-warn board-small">
          <Icon name="lock" />
          {blocks}
        </p>
      )}
      {reminders !== null && <p className="meta">{reminders}</p>}
      <div className="row-h wrap">
        {due !== null && (
          <span className={isLate ? "tag warn" : "tag"}>
            {t(isLate ? "onboarding.wasDue" : "onboarding.due", {
              day: texts.formats.day(new Date(due), client.timezone),
            })}
          </span>
        )}
        <span className="grow" />
        {overriddenTask(row) !== null && (
          <Button kind="quiet" offReason={offReason} onPress={override}>
            {t("onboarding.override")}
          </Button>
        )}
        {toReview !== null && <Button onPress={review}>{t("onboarding.review")}</Button>}
        {nudgedTask(row) !== null && (
          <Button icon="bell" offReason={offReason} onPress={nudge}>
            {t("onboarding.nudge")}
          </Button>
        )}
      </div>
    </CardFrame>
  );
}

interface Props {
  readonly card: Registered;
  readonly now: Date;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly refusal: string | undefined;
  /** Why the client can be neither nudged nor overridden now; null if they can. */
  readonly offReason: string | null;
  readonly focus: () => void;
  readonly nudge: () => void;
  readonly override: () => void;
  /** Opens what waits for the coach in the inbox. */
  readonly review: () => void;
}

/** The due date of the first open task. */
function dueOf({ questionnaire, baseline }: Registered["row"]): string | null {
  const tasks = baseline === null ? [questionnaire] : [questionnaire, baseline];
  return tasks.find(({ status }) => OPEN.has(status))?.dueAt ?? null;
}

const OPEN: ReadonlySet<string> = new Set(["READY", "OPENED", "SKIPPED_FOR_NOW"]);

/** Registration is the first step; the first open task is the present one. */
function stepsOf({ done, all }: { readonly done: number; readonly all: number }) {
  return Array.from({ length: all + 1 }, (_, step) => {
    if (step <= done) return "on";
    return step === done + 1 ? "now" : "";
  });
}

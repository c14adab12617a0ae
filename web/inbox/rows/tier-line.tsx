import type { ReactNode } from "react";
import { Icon } from "../../kit/icon.tsx";
import { Kbd } from "../../kit/kbd.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { TierEntry } from "../list-entries.ts";

/** The head of a tier: its name, what holds for its rows, their number, and for snoozed ones the key of their view. */
export function TierLine({ entry, snoozed }: TierLineProps): ReactNode {
  const { t } = useTexts();
  const { tier, name, count } = entry;
  const hint = HINTS[tier];
  return (
    <span role="gridcell" className="row-h grow">
      {tier === "urgent" && <Icon name="warn" />}
      {tier === "snoozed" && <Icon name="clock" />}
      <span>{tier === "client" ? <bdi>{name}</bdi> : t(`inbox.tier.${tier}`)}</span>
      <span className="grow">{hint !== null && t(hint)}</span>
      {tier === "snoozed" ? (snoozed ?? count) : count}
      {tier === "snoozed" && (
        <span className="row-h" aria-hidden="true">
          <Kbd keys="Shift H" />
        </span>
      )}
    </span>
  );
}

interface TierLineProps {
  readonly entry: TierEntry;
  /** Number of all snoozed tasks; null if unknown. */
  readonly snoozed: number | null;
}

const HINTS = {
  urgent: "inbox.tier.urgentHint",
  score: null,
  client: null,
  snoozed: "inbox.tier.snoozedHint",
} as const;

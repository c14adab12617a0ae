import type { CentreEntry } from "../../device/centre/types.ts";
import { EntryActs } from "./entry-acts.tsx";
import type { CentreEntryRowProps } from "./entry-props.ts";

/** One entry in words: what it was, what the server said, what changed, and what the person can do. */
export function CentreEntryRow({ scope, entry, shown }: CentreEntryRowProps) {
  const { what, state, made, why, said, changed, advice, notes, status } = shown;
  const sentences = [why, said, changed, advice, ...notes].filter((one) => one !== null);
  return (
    <li className={shown.group === "ATTENTION" ? "line attention" : "line"}>
      <b>{what}</b>
      <span className={`tag ${TONES[status]}`}>
        <svg className="shape" viewBox="0 0 10 10" aria-hidden="true">
          <path d={SHAPES[status]} />
        </svg>
        {state}
      </span>
      <span className="hint">{made}</span>
      {sentences.map((sentence) => (
        <span key={sentence} className="soft">
          {sentence}
        </span>
      ))}
      {shown.acts.length > 0 && <EntryActs scope={scope} entry={entry} shown={shown} />}
    </li>
  );
}

const TONES: Readonly<Record<CentreEntry["status"], string>> = {
  QUEUED: "waiting",
  SYNCING: "waiting",
  ACCEPTED: "done",
  REJECTED: "warn",
  CONFLICTED: "warn",
  DISCARDED: "",
};

const CIRCLE = "M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8";
const CROSS = "M1.500 1.500l7 7M8.500 1.500l-7 7";
const SHAPES: Readonly<Record<CentreEntry["status"], string>> = {
  QUEUED: CIRCLE,
  SYNCING: `${CIRCLE}M5 7V3.500M3.500 5L5 3.500 6.500 5`,
  ACCEPTED: CIRCLE,
  REJECTED: CROSS,
  CONFLICTED: CROSS,
  DISCARDED: "M1.500 5h7",
};

import type { OperationState } from "../../device/outbox/types.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import type { Moments } from "../texts/moments.ts";
import type { Texts } from "../texts/texts.ts";
import type { CardTask } from "../today/read-task.ts";
import { describeEntry } from "./describe-entry.ts";

/** One entry: its action, time and state, why it waits, and the server's verdict. */
export function EntryRow({ operation, tasks, now }: EntryRowProps) {
  const texts = useTexts();
  const moments = useMoments();
  const { status, verdict } = operation;
  return (
    <li className="line">
      <b>{describeEntry(operation, { tasks, texts, moments })}</b>
      <span className={`tag ${TONES[status]}`}>
        <svg className="shape" viewBox="0 0 10 10" aria-hidden="true">
          <path d={SHAPES[status]} />
        </svg>
        {texts.operationStatus[status]}
      </span>
      <span className="hint">{texts.made(moments.dayAndTime(operation.recordedAt, now))}</span>
      {verdict === null && status === "QUEUED" && (
        <span className="soft">{whyItWaits(operation, { texts, moments, now })}</span>
      )}
      {verdict !== null && status !== "ACCEPTED" && (
        <span className="soft">{verdict.message ?? texts.refusedWithout}</span>
      )}
    </li>
  );
}

interface EntryRowProps {
  readonly operation: OperationState;
  readonly tasks: readonly CardTask[];
  readonly now: number;
}

function whyItWaits(operation: OperationState, { texts, moments, now }: Spoken): string {
  const { waitsFor, retryAt, retries } = operation;
  return [
    waitsFor === null ? texts.waitsNext : texts.waits[waitsFor],
    ...(retries > 0 ? [texts.retries(retries)] : []),
    ...(retryAt === null ? [] : [texts.retryAt(moments.dayAndTime(retryAt, now))]),
  ].join(" ");
}

interface Spoken {
  readonly texts: Texts;
  readonly moments: Moments;
  readonly now: number;
}

const TONES: Readonly<Record<OperationState["status"], string>> = {
  QUEUED: "waiting",
  SYNCING: "waiting",
  ACCEPTED: "done",
  REJECTED: "warn",
  CONFLICTED: "warn",
  DISCARDED: "",
};

const CIRCLE = "M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8";
const CROSS = "M1.500 1.500l7 7M8.500 1.500l-7 7";
const SHAPES: Readonly<Record<OperationState["status"], string>> = {
  QUEUED: CIRCLE,
  SYNCING: `${CIRCLE}M5 7V3.500M3.500 5L5 3.500 6.500 5`,
  ACCEPTED: CIRCLE,
  REJECTED: CROSS,
  CONFLICTED: CROSS,
  DISCARDED: "M1.500 5h7",
};

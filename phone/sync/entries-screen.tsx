import { useState } from "react";
import type { OperationState } from "../../device/outbox/types.ts";
import type { Today } from "../../device/read/types.ts";
import type { Device, DeviceState } from "../../device/types.ts";
import { useNow } from "../app/use-now.ts";
import type { ScopeView } from "../app/use-scope-view.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { isRefused } from "../today/card.ts";
import { readTask } from "../today/read-task.ts";
import { EntryRow } from "./entry-row.tsx";
import { RefusedEntry } from "./refused-entry.tsx";

/** The sync centre: all entries made on this device, with their outcome. */
export function EntriesScreen({ device, state, view }: EntriesScreenProps) {
  const texts = useTexts();
  const moments = useMoments();
  const now = useNow();
  const { scope, operations } = view;
  const tasks = (view.today?.tasks ?? []).map(({ accepted }) => readTask(accepted));
  const waiting = operations.filter(({ status }) => status === "QUEUED" || status === "SYNCING");
  const attention = operations.filter((one) => isUnanswered(one, view.today));
  const decided = operations
    .filter((one) => !waiting.includes(one) && !attention.includes(one))
    .toReversed();
  const accepted = operations.filter(({ status }) => status === "ACCEPTED").length;
  const group = (title: string, entries: readonly OperationState[]) =>
    entries.length > 0 && (
      <section className="card">
        <header>
          <h2>{title}</h2>
        </header>
        <ul>
          {entries.map((operation) => (
            <EntryRow
              key={operation.clientOperationId}
              operation={operation}
              tasks={tasks}
              now={now}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <>
      <header className="day-head">
        <div className="row-h">
          <div className="grow">
            <h1>{texts.entriesTitle}</h1>
            <p className="meta">
              {state.lastSyncAt === null
                ? texts.neverSynced
                : texts.lastSync(moments.dayAndTime(state.lastSyncAt, now))}
            </p>
          </div>
          <SendButton device={device} />
        </div>
        <p className="soft">{texts.entriesWhy}</p>
        <dl className="tiles three">
          <Count name={texts.counts.waiting} count={state.waiting} />
          <Count name={texts.counts.attention} count={state.needsAttention} />
          <Count name={texts.counts.accepted} count={accepted} />
        </dl>
      </header>
      {operations.length === 0 && (
        <section className="empty">
          <h2>{texts.noEntries}</h2>
          <p>{texts.noEntriesWhy}</p>
        </section>
      )}
      <div className="cards one">
        {attention.length > 0 && (
          <section className="card">
            <header>
              <h2>{texts.attention}</h2>
            </header>
            {attention.map((operation) => (
              <RefusedEntry
                key={operation.clientOperationId}
                operation={operation}
                scope={scope}
                tasks={tasks}
              />
            ))}
          </section>
        )}
        {group(texts.waiting, waiting)}
        {group(texts.decided, decided.slice(0, SHOWN))}
      </div>
    </>
  );
}

interface EntriesScreenProps {
  readonly device: Device;
  readonly state: DeviceState;
  readonly view: ScopeView;
}

/** Refused entries without a replacement. Nothing is known about tasks that are not on today's list. */
function isUnanswered({ status, clientOperationId, payload }: OperationState, today: Today | null) {
  const task = today?.tasks.find(({ taskId }) => taskId === payload?.["taskId"]);
  return isRefused(status) && task?.refused.includes(clientOperationId) !== false;
}

/** Maximum number of answered entries shown; the server keeps the whole history. */
const SHOWN = 50;

function Count({ name, count }: { readonly name: string; readonly count: number }) {
  const moments = useMoments();
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        <b>{moments.number(count)}</b>
      </dd>
    </div>
  );
}

function SendButton({ device }: { readonly device: Device }) {
  const texts = useTexts();
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    await device.sync().catch(() => null);
    setIsSending(false);
  };
  return (
    <button className="btn" type="button" disabled={isSending} onClick={() => void send()}>
      {isSending ? texts.sending : texts.sendNow}
    </button>
  );
}

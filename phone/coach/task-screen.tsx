import type { Inbox, InboxTask } from "../../device/coach/types.ts";
import { PlaneTag } from "../app/plane.tsx";
import type { Page } from "../page.ts";
import { useNow } from "../app/use-now.ts";
import { useLanguage, useMoments, useTexts } from "../texts/language.tsx";
import { RefusedActs } from "./refused-acts.tsx";
import { sentenceOf, statusWords, timeWords, typeName } from "./row-facts.ts";
import { TaskActs } from "./task-acts.tsx";
import { TaskHistory } from "./task-history.tsx";
import { useCoachTexts } from "./texts/texts.ts";
import { useInboxTask } from "./use-inbox.ts";

/** One task of the inbox: its reason, its planes, what the coach can do, and its history. */
export function TaskScreen({ page, inbox, taskId }: TaskScreenProps) {
  const texts = useCoachTexts();
  const { opening } = useTexts();
  const task = useInboxTask(page, inbox, taskId);
  return (
    <>
      <p className="back">
        <a className="btn quiet" href="#inbox">
          ‹ {texts.back}
        </a>
      </p>
      {task === undefined && <p className="empty soft">{opening}</p>}
      {task === null && (
        <section className="empty">
          <h1>{texts.gone}</h1>
          <p>{texts.goneWhy}</p>
        </section>
      )}
      {task !== undefined && task !== null && (
        <div className="cards">
          <TaskCard page={page} inbox={inbox} task={task} />
          <TaskHistory task={task} />
        </div>
      )}
    </>
  );
}

interface TaskScreenProps {
  readonly page: Page;
  readonly inbox: Inbox;
  readonly taskId: string;
}

function TaskCard({ page, inbox, task }: TaskCardProps) {
  const texts = useCoachTexts();
  const { language } = useLanguage();
  const moments = useMoments();
  const theirs = useMoments(task.accepted.client.timezone);
  const now = useNow();
  const { accepted, expected } = task;
  const { client } = accepted;
  const time = timeWords(task, { texts, moments, now });
  const place = client.timezone.split("/").at(-1)?.replaceAll("_", " ") ?? client.timezone;
  return (
    <article className="card task">
      <header>
        <div className="grow">
          <h1>{client.displayName}</h1>
          <p className="meta">
            {[typeName(task, texts), texts.localTime(theirs.time(now), place)].join(" · ")}
          </p>
        </div>
      </header>
      <p>{sentenceOf(task, texts, language)}</p>
      {!accepted.mayOpen && <p className="note">{texts.sourceHidden}</p>}
      <ul className="planes">
        <li>
          <PlaneTag plane="ACCEPTED" />
          <span>
            {[statusWords(accepted.status, texts), ...(time === null ? [] : [time])].join(" · ")}
          </span>
        </li>
        {expected !== null && (
          <li>
            <PlaneTag plane="WAITING" />
            <span>
              {statusWords(expected.status, texts)}
              {expected.isPinned !== accepted.score.pin > 0 &&
                ` · ${texts.acts[expected.isPinned ? "PIN" : "UNPIN"]}`}
              {!expected.sure && <span className="hint"> {texts.unsure}</span>}
            </span>
          </li>
        )}
      </ul>
      <p className="hint">{scoreWords(task, texts, (value) => moments.number(value))}</p>
      <RefusedActs page={page} inbox={inbox} task={task} />
      <TaskActs inbox={inbox} task={task} />
    </article>
  );
}

interface TaskCardProps {
  readonly page: Page;
  readonly inbox: Inbox;
  readonly task: InboxTask;
}

/** The score as the sum that it is. */
function scoreWords(
  { accepted: { score } }: InboxTask,
  texts: ReturnType<typeof useCoachTexts>,
  number: (value: number) => string,
): string {
  const parts = (["base", "severity", "due", "client", "pin"] as const).flatMap((part) =>
    score[part] === 0 ? [] : [`${texts.scoreParts[part]} ${number(score[part])}`],
  );
  return `${texts.score(number(score.total))}: ${parts.join(", ")}`;
}

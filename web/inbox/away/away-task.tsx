import type { ReactNode } from "react";
import { OtherWorkspaces } from "../../frame/workspace/other-workspaces.tsx";
import { Button } from "../../kit/button.tsx";
import { Empty, Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { TaskDetail } from "../inbox-query.ts";
import { Preview } from "../preview/preview.tsx";
import { type ViewId, viewOf } from "../views.ts";
import { awayState, isNotHere } from "./away-state.ts";
import type { AwayTaskRead } from "./use-away-task.ts";

/** The task of the address beside a list that does not show it: the task with its state, or that it is not here. */
export function AwayTask(props: AwayTaskProps): ReactNode {
  const { t } = useTexts();
  const { read, now, back, children } = props;
  const { data, error } = read;
  // A refused read ends what an earlier one allowed.
  if (isNotHere(error))
    return (
      <section className="preview" aria-label={t("inbox.preview")}>
        <Empty title={t("inbox.away.none")}>
          <p>{t("inbox.away.noneLead")}</p>
          <OtherWorkspaces error={error} />
          <Button kind="go" keys="Escape" onPress={back}>
            {t("inbox.away.back")}
          </Button>
        </Empty>
      </section>
    );
  if (data !== undefined)
    return (
      <Preview task={data} now={now}>
        {children}
        <AwayNote task={data} {...props} />
      </Preview>
    );
  return (
    <section className="preview" aria-label={t("inbox.preview")}>
      {error === null ? <Loading /> : <Failed error={error} retry={() => void read.refetch()} />}
    </section>
  );
}

interface AwayTaskProps {
  readonly read: AwayTaskRead;
  readonly now: Date;
  /** The view that the list shows. */
  readonly view: ViewId;
  /** Why an act on it was refused. */
  readonly refusal: string | undefined;
  readonly show: (view: ViewId) => void;
  /** Closes it. */
  readonly back: () => void;
  /** Its acts. */
  readonly children: ReactNode;
}

/** The state of the task in words, and the way to the view that lists it. */
function AwayNote({ task, view, refusal, show }: AwayNoteProps): ReactNode {
  const { t, known, formats } = useTexts();
  const { code, at, how, view: home } = awayState(task);
  const time = at === null ? "" : formats.moment(new Date(at));
  const causes = code === "DISMISSED" ? "inbox.dismissal." : "inbox.resolution.";
  const cause = how === null ? null : known(causes, how, "inbox.away.otherCause");
  const isElsewhere = home !== null && home !== view;
  return (
    <div className="note row-h wrap" role="status">
      <span className="grow">
        <b>{known("inbox.away.", code, "inbox.away.OTHER", { time })}</b>{" "}
        {cause !== null && `${cause}. `}
        {refusal ?? t(isElsewhere ? "inbox.away.elsewhere" : "inbox.away.notListed")}
      </span>
      {isElsewhere && (
        <Button onPress={() => show(home)}>
          {t("inbox.away.show", { view: t(viewOf(home).name) })}
        </Button>
      )}
    </div>
  );
}

interface AwayNoteProps extends Pick<AwayTaskProps, "view" | "refusal" | "show"> {
  readonly task: TaskDetail;
}

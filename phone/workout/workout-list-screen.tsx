import type {
  DraftSummary,
  TrainableWorkout,
  WorkoutList,
} from "../../device/workouts/view-types.ts";
import { useNow } from "../app/use-now.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { useWorkoutTexts } from "./texts.ts";

/** The workouts whose packages are on this device, and drafts of earlier ones. */
export function WorkoutListScreen({ list }: { readonly list: WorkoutList }) {
  const texts = useWorkoutTexts();
  const { readAt } = useTexts();
  const moments = useMoments();
  const now = useNow();
  const others = list.drafts.filter(
    ({ taskId, status }) =>
      status !== "DISCARDED" && !list.workouts.some((one) => one.taskId === taskId),
  );
  return (
    <>
      <header className="day-head">
        <p className="back">
          <a className="btn quiet" href="#today">
            ‹ {texts.backToToday}
          </a>
        </p>
        <h1>{texts.workouts}</h1>
        <p className="soft">{texts.workoutsWhy}</p>
        {list.readAt !== null && (
          <p className="meta">{readAt(moments.dayAndTime(list.readAt, now))}</p>
        )}
      </header>
      {list.workouts.length === 0 && others.length === 0 && (
        <section className="empty">
          <h2>{texts.noWorkouts}</h2>
          <p>{texts.noWorkoutsWhy}</p>
        </section>
      )}
      <div className="cards">
        {list.workouts.map((workout) => (
          <WorkoutCard key={workout.taskId} workout={workout} />
        ))}
        {others.length > 0 && (
          <section className="card">
            <header>
              <h2>{texts.otherDrafts}</h2>
            </header>
            <ul>
              {others.map((draft) => (
                <DraftRow key={draft.draftId} draft={draft} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

function WorkoutCard({ workout }: { readonly workout: TrainableWorkout }) {
  const texts = useWorkoutTexts();
  const moments = useMoments(workout.timezone);
  const { draft, startRefusal, title, dayTitle, localDate } = workout;
  return (
    <article className="card padded">
      <h2>{title}</h2>
      <p className="meta">{[moments.localDate(localDate), dayTitle].join(" · ")}</p>
      <p className="soft">
        {texts.size(moments.number(workout.exerciseCount), moments.number(workout.setCount))}
      </p>
      {draft !== null && <p>{texts.draftStatus[draft.status]}</p>}
      {draft === null && startRefusal !== null && (
        <p className="note">{texts.startRefusal[startRefusal]}</p>
      )}
      <div className="buttons">
        <a
          className={draft === null || draft.status === "LOCAL_IN_PROGRESS" ? "btn go" : "btn"}
          href={`#workout/${workout.taskId}`}
        >
          {draft?.status === "LOCAL_IN_PROGRESS" ? texts.goOn : texts.open}
        </a>
      </div>
    </article>
  );
}

function DraftRow({ draft }: { readonly draft: DraftSummary }) {
  const texts = useWorkoutTexts();
  const moments = useMoments();
  return (
    <li className="inbox-row">
      <a href={`#workout/${draft.taskId}`}>
        <b>{draft.title}</b>
        <span className="meta">
          {[moments.localDate(draft.localDate), texts.draftStatus[draft.status]].join(" · ")}
        </span>
      </a>
    </li>
  );
}

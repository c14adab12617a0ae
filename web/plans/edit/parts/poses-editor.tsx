import type { ReactNode } from "react";
import { Button } from "../../../kit/button.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { useProblem } from "../edit-context.ts";
import { EntryMenu } from "../entry-menu.tsx";
import { Entry } from "../entry.tsx";
import { withEntry, withMoved, withoutEntry } from "../list-edits.ts";

/** The poses of photos, in their order. */
export function PosesEditor({ poses, change }: PosesEditorProps): ReactNode {
  const { t } = useTexts();
  const add = () => {
    if (poses.length < MOST_POSES) change([...poses, ""], `poses add ${poses.length}`);
  };
  return (
    <section className="card">
      <header>
        <h2>{t("plans.poses")}</h2>
      </header>
      <ul>
        {poses.map((pose, at) => (
          <Entry
            className="line"
            key={at}
            add={add}
            move={(by) => change(withMoved(poses, at, by), `poses move ${at}`)}
          >
            <PoseField
              pose={pose}
              at={at}
              change={(value) => change(withEntry(poses, at, value), `poses/${at}`)}
            />
            <EntryMenu
              name={pose}
              move={(by) => change(withMoved(poses, at, by), `poses move ${at}`)}
              remove={
                poses.length === 1
                  ? null
                  : () => change(withoutEntry(poses, at), `poses remove ${poses.length}`)
              }
            />
          </Entry>
        ))}
      </ul>
      {poses.length < MOST_POSES && (
        <p className="in">
          <Button icon="plus" onPress={add}>
            {t("plans.addPose")}
          </Button>
        </p>
      )}
    </section>
  );
}

interface PosesEditorProps {
  readonly poses: readonly string[];
  readonly change: (poses: string[], mark: string) => void;
}

/** As many as the contract takes. */
const MOST_POSES = 6;

function PoseField({ pose, at, change }: PoseFieldProps): ReactNode {
  const { t } = useTexts();
  const problem = useProblem(`/poses/${at}`);
  return (
    <div className="grow" data-pointer={`/poses/${at}`}>
      <TextField
        label={t("plans.pose", { number: at + 1 })}
        value={pose}
        error={problem}
        maxLength={60}
        change={change}
      />
    </div>
  );
}

interface PoseFieldProps {
  readonly pose: string;
  readonly at: number;
  readonly change: (value: string) => void;
}

import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Failed } from "../../kit/states.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { Exercise } from "../exercise-query.ts";
import { archiveOwn } from "./own-acts.ts";
import { useOwnAct } from "./use-own-act.ts";

/** Asks before an exercise is archived, because nothing brings it back. */
export function ArchiveDialog({ exercise, archived, close }: ArchiveDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const keyOf = useActKey();
  const act = useOwnAct({
    workspaceId,
    act: async (exerciseId: string) =>
      await archiveOwn(api, { workspaceId, exerciseId, key: keyOf(exerciseId) }),
    done: archived,
  });
  return (
    <Dialog
      title={t("exercises.archiveTitle", { name: exercise.name })}
      close={close}
      footer={
        <>
          <Button autoFocus onPress={close}>
            {t("exercises.keep")}
          </Button>
          <Button
            kind="bad"
            isPending={act.isPending}
            onPress={() => act.mutate(exercise.exerciseId)}
          >
            {t("exercises.archive")}
          </Button>
        </>
      }
    >
      <p>{t("exercises.archiveLead")}</p>
      {act.isError && <Failed error={act.error} />}
    </Dialog>
  );
}

interface ArchiveDialogProps {
  readonly exercise: Exercise;
  readonly archived: (exercise: Exercise) => void;
  readonly close: () => void;
}

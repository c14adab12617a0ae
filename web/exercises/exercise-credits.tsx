import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Empty, Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { type Exercise, attributionsQuery } from "./exercise-query.ts";

/** Whose text and picture these are, and a button to all sources of pictures. */
export function ExerciseCredits({ exercise }: { readonly exercise: Exercise }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { credit, thumbnail, source } = exercise;
  return (
    <div className="block stack credits">
      {credit !== null && (
        <p className="meta">
          {credit.author === null
            ? t("exercises.credit", { licence: credit.licence })
            : t("exercises.creditBy", { licence: credit.licence, author: credit.author })}
        </p>
      )}
      {thumbnail !== null && (
        <p className="meta">{t("exercises.picture", { attribution: thumbnail.attribution })}</p>
      )}
      {thumbnail === null && source === "provider" && (
        <p className="meta">{t("exercises.noPicture")}</p>
      )}
      <p>
        <Button kind="quiet" onPress={() => setIsOpen(true)}>
          {t("exercises.sources")}
        </Button>
      </p>
      {isOpen && <Sources close={() => setIsOpen(false)} />}
    </div>
  );
}

function Sources({ close }: { readonly close: () => void }): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { data, error, isPending, isError, refetch } = useQuery(attributionsQuery(api));
  return (
    <Dialog title={t("exercises.sources")} close={close}>
      {isPending && <Loading rows={3} />}
      {isError && <Failed error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <Empty title={t("exercises.noSources")} />}
      {data?.map(({ key, name, licence, attribution, imageCount }) => (
        <div key={key}>
          <h3>{name}</h3>
          <p>{attribution}</p>
          <p className="meta">{t("exercises.sourcePictures", { licence, count: imageCount })}</p>
        </div>
      ))}
    </Dialog>
  );
}

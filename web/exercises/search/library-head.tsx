import { type ReactNode, useRef } from "react";
import { QUERY_LENGTH } from "../../../contract/exercises/query-length.ts";
import { PageHead } from "../../frame/page-head.tsx";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** The head of the library: the field that searches, the filters on a narrow screen, and a new exercise. */
export function LibraryHead(props: LibraryHeadProps): ReactNode {
  const { typed, type, hasFilters, toggleFilters, goToFilters, create } = props;
  const { t } = useTexts();
  const offReason = useActReason();
  const field = useRef<HTMLInputElement>(null);
  useKeys([
    {
      keys: ["/"],
      label: t("exercises.key.find"),
      isShown: true,
      run: () => field.current?.focus(),
    },
    {
      keys: ["n"],
      label: t("exercises.key.new"),
      isShown: true,
      isOff: offReason !== null,
      run: create,
    },
    { keys: ["f"], label: t("exercises.key.filter"), isShown: true, run: goToFilters },
  ]);
  return (
    <PageHead title={t("exercises.title")}>
      <input
        ref={field}
        type="search"
        className="input find exercise-find"
        aria-label={t("exercises.find")}
        placeholder={t("exercises.find")}
        maxLength={QUERY_LENGTH.most}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === "Escape" && type("")}
      />
      <span className="narrow">
        <Button
          kind="quiet"
          icon="filter"
          aria-expanded={hasFilters}
          label={t("exercises.filter")}
          onPress={toggleFilters}
        />
      </span>
      <Button icon="plus" keys="n" offReason={offReason} onPress={create}>
        {t("exercises.ask.NEW")}
      </Button>
    </PageHead>
  );
}

interface LibraryHeadProps {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly hasFilters: boolean;
  readonly toggleFilters: () => void;
  /** Shows the filters and gives them the focus. */
  readonly goToFilters: () => void;
  readonly create: () => void;
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type InboxFilter, isNarrowing } from "./inbox-filter.ts";

/** Says by what a view is narrowed, and shows all of it again. */
export function FilterNote({ filter, clear }: FilterNoteProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const members = useQuery({
    ...membersQuery(api, workspaceId),
    enabled: filter.coach !== null,
  }).data;
  if (!isNarrowing(filter)) return null;
  const coach = members?.find(({ userId }) => userId === filter.coach)?.displayName;
  const parts = [
    ...(filter.type === null ? [] : [t(`inbox.type.${filter.type}`)]),
    ...(filter.coach === null ? [] : [coach ?? t("inbox.filter.oneCoach")]),
  ];
  return (
    <div className="banner info" role="status">
      <span className="grow">{t("inbox.filter.only", { parts: parts.join(", ") })}</span>
      <Button kind="quiet" onPress={clear}>
        {t("inbox.filter.clear")}
      </Button>
    </div>
  );
}

interface FilterNoteProps {
  readonly filter: InboxFilter;
  readonly clear: () => void;
}

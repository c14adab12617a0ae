import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { InboxView } from "../views.ts";
import { type InboxFilter, typesOf } from "./inbox-filter.ts";

/** Narrows a view to tasks of one type, or of one coach. */
export function FilterDialog({ view, filter, choose, close }: FilterDialogProps): ReactNode {
  const { t } = useTexts();
  const [type, setType] = useState<string>(filter.type ?? ANY);
  const [coach, setCoach] = useState(filter.coach ?? ANY);
  const coaches = useCoaches(filter.coach);
  const types = typesOf(view);
  const any = { value: ANY, name: t("inbox.narrow.any") };
  return (
    <Dialog title={t("inbox.narrow.title", { view: t(view.name) })} close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          choose({
            type: types.find((known) => known === type) ?? null,
            coach: coach === ANY ? null : coach,
          });
        }}
      >
        <SelectField
          label={t("inbox.narrow.type")}
          value={type}
          options={[any, ...types.map((value) => ({ value, name: t(`inbox.type.${value}`) }))]}
          change={setType}
        />
        {view.isMine !== true && (
          <SelectField
            label={t("inbox.narrow.coach")}
            hint={t("inbox.narrow.coachHint")}
            value={coach}
            options={[any, ...coaches]}
            change={setCoach}
          />
        )}
        <div className="row-h wrap">
          <Button kind="go" type="submit">
            {t("inbox.narrow.show")}
          </Button>
          <Button onPress={() => choose({ type: null, coach: null })}>
            {t("inbox.filter.clear")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FilterDialogProps {
  readonly view: InboxView;
  readonly filter: InboxFilter;
  readonly choose: (filter: InboxFilter) => void;
  readonly close: () => void;
}

const ANY = "";

/** The members as choices. One who has left stays chosen as long as the address names them. */
function useCoaches(chosen: string | null): readonly CoachChoice[] {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const members = useQuery(membersQuery(api, workspace.workspaceId)).data ?? [];
  const known = members.map(({ userId, displayName }) => ({ value: userId, name: displayName }));
  const isKnown = chosen === null || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, name: t("inbox.filter.oneCoach") }];
}

interface CoachChoice {
  readonly value: string;
  readonly name: string;
}

import type { ReactNode } from "react";
import { ADHERENCE_BUCKETS } from "../../contract/agenda/adherence/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { RosterClient } from "./roster-client.ts";
import type { RosterSearch } from "./roster-search.ts";

/** Filters by status, rating and responsible coach. Each stands in the address. */
export function RosterFilters({ clients, search, change }: RosterFiltersProps): ReactNode {
  const { t } = useTexts();
  const coaches = new Map(clients.map(({ coach }) => [coach.userId, coach.displayName]));
  return (
    <div className="filters" role="group" aria-label={t("clients.filter")}>
      <Filter
        label={t("clients.filterStatus")}
        value={search.status}
        choices={RELATIONSHIP_STATUSES.map((id) => [id, t(`clients.status.${id}`)])}
        choose={(status) => change({ status })}
      />
      <Filter
        label={t("clients.filterBucket")}
        value={search.bucket}
        choices={ADHERENCE_BUCKETS.map((id) => [id, t(`clients.bucket.${id}`)])}
        choose={(bucket) => change({ bucket })}
      />
      <Filter
        label={t("clients.filterCoach")}
        value={search.coach}
        choices={[...coaches]}
        choose={(coach) => change({ coach })}
      />
    </div>
  );
}

interface RosterFiltersProps {
  readonly clients: readonly RosterClient[];
  readonly search: RosterSearch;
  readonly change: (changes: { [part in "status" | "bucket" | "coach"]?: string }) => void;
}

function Filter({ label, value = "", choices, choose }: FilterProps): ReactNode {
  const { t } = useTexts();
  return (
    <label className="row-h">
      <span className="meta">{label}</span>
      <select className="input" value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{t("clients.any")}</option>
        {choices.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value?: string | undefined;
  readonly choices: readonly (readonly [string, string])[];
  readonly choose: (id: string) => void;
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Empty, Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { FormSearch } from "../form-search.ts";
import { type Form, type FormPlace, versionQuery } from "../forms-query.ts";
import { knownContent } from "../known-content.ts";
import { ChangeList } from "./change-list.tsx";
import { compareForms } from "./compare-forms.ts";
import { VersionQuestions } from "./version-questions.tsx";

/** The published versions of a form: the questions of one, and what differs from another. */
export function Versions({ place, form, search, change }: VersionsProps): ReactNode {
  const { t, formats } = useTexts();
  const { versions } = form;
  const shown = versions.find(({ version }) => version === search.version) ?? versions[0];
  if (shown === undefined)
    return (
      <Empty title={t("forms.neverPublished")}>
        <p>{t("forms.neverPublishedLead")}</p>
      </Empty>
    );
  return (
    <div className="two">
      <Version
        place={place}
        version={shown.version}
        form={form}
        against={search.against ?? null}
        compare={(against) =>
          change({
            view: "versions",
            version: shown.version,
            ...(against !== null && { against }),
          })
        }
      />
      <nav className="card" aria-label={t("forms.versions")}>
        <header>
          <h2>{t("forms.versions")}</h2>
        </header>
        {versions.map(({ version, title, publishedAt }) => (
          <Link
            key={version}
            className="line plain"
            to="/forms/$formId"
            params={{ formId: place.formId }}
            search={{ view: "versions", version, ...(version > 1 && { against: version - 1 }) }}
            aria-current={version === shown.version ? "true" : undefined}
          >
            <b className="num">{t("forms.version", { version })}</b>
            <span className="grow cut" title={title}>
              {title}
            </span>
            <span className="meta">{formats.moment(new Date(publishedAt))}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

interface VersionsProps {
  readonly place: FormPlace;
  readonly form: Form;
  readonly search: FormSearch;
  readonly change: (search: FormSearch) => void;
}

function Version({ place, version, form, against, compare }: VersionProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const shown = useQuery(versionQuery(api, place, version));
  const other = useQuery({
    ...versionQuery(api, place, against ?? 1),
    enabled: against !== null,
  });
  if (shown.isPending) return <Loading />;
  if (shown.isError) return <Failed error={shown.error} retry={() => void shown.refetch()} />;
  const content = knownContent(shown.data.content);
  const before = other.data ? knownContent(other.data.content) : null;
  if (content === null) return <p className="note warn">{t("forms.unknownContent")}</p>;
  const others = form.versions.filter((listed) => listed.version !== version);
  return (
    <div className="stack">
      {others.length > 0 && (
        <SelectField
          label={t("forms.comparedWith")}
          value={against === null ? "" : String(against)}
          options={[
            { value: "", name: t("forms.comparedWithNone") },
            ...others.map((listed) => ({
              value: String(listed.version),
              name: t("forms.version", { version: listed.version }),
            })),
          ]}
          change={(chosen) => compare(chosen === "" ? null : Number(chosen))}
        />
      )}
      {against !== null && other.isError && (
        <Failed error={other.error} retry={() => void other.refetch()} />
      )}
      {against !== null && before !== null && (
        <section className="card">
          <header>
            <h2>{t("forms.changesSince", { version: against })}</h2>
          </header>
          <div className="in">
            <ChangeList changes={compareForms(before, content)} />
          </div>
        </section>
      )}
      <VersionQuestions content={content} />
    </div>
  );
}

interface VersionProps {
  readonly place: FormPlace;
  readonly version: number;
  readonly form: Form;
  /** Number of the version that it is compared with. */
  readonly against: number | null;
  readonly compare: (against: number | null) => void;
}

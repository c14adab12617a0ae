import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace } from "../client-queries.ts";
import type { OtherSubmissions } from "./other-submissions.ts";

/** Begins and ends the comparison of a submission with another one of its form, and chooses which. */
export function CompareChoice(props: CompareChoiceProps): ReactNode {
  const { place, zone, submissionId, others, otherId } = props;
  const { t, formats } = useTexts();
  const navigate = useNavigate();
  const { nearest, isNearestBefore } = others;
  const compare = (other: string | null) =>
    void navigate({
      to: "/clients/$relationshipId/$tab",
      params: { relationshipId: place.relationshipId, tab: "forms" },
      search: { form: submissionId, ...(other !== null && { other }) },
    });
  if (nearest === null) return null;
  if (otherId === null)
    return (
      <Button onPress={() => compare(nearest.submissionId)}>
        {t(isNearestBefore ? "clientForms.compareLast" : "clientForms.compareNext")}
      </Button>
    );
  return (
    <>
      {others.others.length > 1 && (
        <SelectField
          label={t("clientForms.comparedWith")}
          value={otherId}
          options={others.others.map(({ submissionId: id, submittedAt, version }) => ({
            value: id,
            name: t("clientForms.otherOption", {
              at: formats.moment(new Date(submittedAt), zone),
              version,
            }),
          }))}
          change={compare}
        />
      )}
      <Button onPress={() => compare(null)}>{t("clientForms.compareNone")}</Button>
    </>
  );
}

interface CompareChoiceProps {
  readonly place: ClientPlace;
  /** The client's zone. */
  readonly zone: string;
  readonly submissionId: string;
  readonly others: OtherSubmissions;
  readonly otherId: string | null;
}

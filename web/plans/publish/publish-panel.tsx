import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PublishPreview } from "../../../contract/plans/publication-schema.ts";
import { PUBLICATION_LIMITS } from "../../../contract/plans/publication-vocabulary.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { Plan, PlanPlace } from "../plans-query.ts";
import { isStale, refusalText } from "../words/refusal-text.ts";
import { AffectedClient } from "./affected-client.tsx";
import { Differences } from "./differences.tsx";
import { previewQuery } from "./preview-query.ts";
import { publicationOf } from "./publication.ts";
import { usePublication } from "./use-publication.ts";

/** Before publishing: what changes, for whom and from when. A client can be excluded; then the draft is published. */
export function PublishPanel({ plan, place, isDirty, published, refused }: Props): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { draftRevision } = plan;
  const preview = useQuery({
    ...previewQuery(api, { ...place, draftRevision }),
    enabled: !isDirty,
    // A draft that somebody else saved leaves the panel, and the clients that were excluded in it, as they are.
    placeholderData: (before) => before,
  });
  if (isDirty)
    return (
      <div className="block">
        <h3>{t("plans.beforePublishing")}</h3>
        <p className="soft">{t("plans.saveFirst")}</p>
      </div>
    );
  if (preview.isPending) return <Loading rows={4} />;
  if (preview.isError) return <Failed error={preview.error} retry={() => void preview.refetch()} />;
  return (
    <Previewed
      preview={preview.data}
      isOld={preview.isPlaceholderData}
      place={place}
      published={published}
      refused={refused}
    />
  );
}

interface Props {
  readonly plan: Plan;
  readonly place: PlanPlace;
  /** Whether the draft has changes that are not saved; the preview is of the saved one. */
  readonly isDirty: boolean;
  readonly published: (text: string) => void;
  /** Takes the refused parts of the draft. */
  readonly refused: (error: unknown) => void;
}

function Previewed({ preview, isOld, place, published, refused }: PreviewedProps): ReactNode {
  const texts = useTexts();
  const { t, formats, known } = texts;
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const publication = publicationOf(preview, excluded);
  const { changes, all, from, exceptRelationshipIds } = publication;
  const revision = preview.newestRevision + 1;
  const sent = usePublication(place, {
    done: () => published(t("plans.published", { revision, count: changes })),
    refused,
  });
  const offReason = useActReason("plans.manage");
  const tooMany = exceptRelationshipIds.length > PUBLICATION_LIMITS.exceptions;
  const limitReason = tooMany
    ? t("plans.tooManyExcluded", { most: PUBLICATION_LIMITS.exceptions })
    : null;
  const toggle = (id: string) =>
    setExcluded((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <>
      <div className="block">
        <h3>{t("plans.beforePublishing")}</h3>
        <p className="plan-words">
          <b>
            {all === 0
              ? t("plans.affectsNobody")
              : t("plans.affects", {
                  changes,
                  all,
                  from: from === null ? "" : formats.localDate(from),
                  hasDate: from === null ? "no" : "yes",
                })}
          </b>
        </p>
        <p className="soft">{t("plans.pastStays")}</p>
        {isStale(sent.error) ? (
          <div className="note warn" role="alert">
            <p>
              <b>{t("plans.stale")}</b>
            </p>
            <ul>
              {sent.error.errors.map(({ code }) => (
                <li key={code}>{known("plans.refusal.", code, "plans.refusal.OTHER")}</li>
              ))}
            </ul>
          </div>
        ) : (
          sent.isError && (
            <p className="note warn" role="alert">
              {refusalText(texts, sent.error)}
            </p>
          )
        )}
        <p className="row-h wrap plan-go">
          <Button
            kind="go"
            isPending={sent.isPending || isOld}
            offReason={offReason ?? limitReason}
            onPress={() => sent.publish({ preview, exceptRelationshipIds })}
          >
            {t("plans.publishFor", { revision, count: changes })}
          </Button>
          {exceptRelationshipIds.length > 0 && (
            <span className="meta">
              {t("plans.excludes", { count: exceptRelationshipIds.length })}
            </span>
          )}
        </p>
      </div>
      <Differences preview={preview} />
      {all > 0 && (
        <div className="block plan-affected">
          <h3>{t("plans.whoIsAffected")}</h3>
        </div>
      )}
      <ul>
        {preview.clients.map((client) => (
          <AffectedClient
            key={client.assignmentId}
            client={client}
            workspaceId={place.workspaceId}
            excluded={excluded}
            offReason={offReason}
            toggle={toggle}
          />
        ))}
      </ul>
    </>
  );
}

interface PreviewedProps extends Pick<Props, "place" | "published" | "refused"> {
  readonly preview: PublishPreview;
  /** Whether the preview of the present draft is still being read. */
  readonly isOld: boolean;
}

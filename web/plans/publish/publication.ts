import type {
  PreviewedClient,
  PublishPreview,
} from "../../../contract/plans/publication-schema.ts";
import type { PublicationOutcome } from "../../../contract/plans/publication-vocabulary.ts";

/** Sums up a publication without the clients that the coach excludes. */
export function publicationOf(
  { clients }: Pick<PublishPreview, "clients">,
  excluded: ReadonlySet<string>,
): Publication {
  const outcomes = clients.map((client) => outcomeOf(client, excluded));
  const count = (wanted: PublicationOutcome) =>
    outcomes.filter((outcome) => outcome === wanted).length;
  const firstDates = clients
    .filter((client) => outcomeOf(client, excluded) === "CHANGES")
    .flatMap(({ from }) => from ?? []);
  return {
    all: clients.length,
    changes: count("CHANGES"),
    ends: count("ENDS"),
    waits: count("WAITS"),
    stays: count("STAYS"),
    from: firstDates.toSorted()[0] ?? null,
    exceptRelationshipIds: clients
      .filter((client) => isExcluded(client, excluded))
      .map(({ relationshipId }) => relationshipId),
  };
}

/** Sums of a publication. */
export interface Publication {
  readonly all: number;
  readonly changes: number;
  readonly ends: number;
  readonly waits: number;
  readonly stays: number;
  /** The earliest date with tasks of the new revision; null if it changes nobody. */
  readonly from: string | null;
  /** The excluded ones who still follow: the API takes no others. */
  readonly exceptRelationshipIds: readonly string[];
}

/** Outcome of the publication for a client; an excluded one stays. */
export function outcomeOf(
  client: PreviewedClient,
  excluded: ReadonlySet<string>,
): PublicationOutcome {
  return isExcluded(client, excluded) ? "STAYS" : client.outcome;
}

/** Whether the coach excludes a client who follows. */
export function isExcluded(
  { relationshipId, followsNewer }: Pick<PreviewedClient, "followsNewer" | "relationshipId">,
  excluded: ReadonlySet<string>,
): boolean {
  return followsNewer && excluded.has(relationshipId);
}

import type { ProviderExercise } from "../../../rules/exercises/catalogue/provider-exercise.ts";

/** How a call went that brought nothing, the same for every call of every provider. */
export type ProviderRefusal =
  /** The provider asks for a pause; nothing was counted. */
  | { readonly outcome: "RATE_LIMITED"; readonly pauseMs: number }
  /** The key is not taken. */
  | { readonly outcome: "UNAUTHORISED" }
  /** Not reached, not in time, or it failed on its side. `sent` is false where it cannot have counted anything. */
  | { readonly outcome: "UNAVAILABLE"; readonly sent: boolean }
  /** It answered what is not an answer: torn, too long, no UTF-8, another shape. */
  | { readonly outcome: "MALFORMED" };

/** One page of the catalogue. */
export type CataloguePage = {
  readonly outcome: "PAGE";
  readonly exercises: readonly ProviderExercise[];
  /** All items that the provider says there are, and the pages that they fill. */
  readonly total: number;
  readonly pages: number;
};

/** A page of metadata, or MEDIA_IN_BROWSE: media came unasked, and the answer was dropped unread. */
export type BrowseOutcome =
  | CataloguePage
  | { readonly outcome: "MEDIA_IN_BROWSE" }
  | ProviderRefusal;

export type DetailOutcome =
  | { readonly outcome: "DETAIL"; readonly exercise: ProviderExercise }
  | { readonly outcome: "NOT_FOUND" }
  | { readonly outcome: "MEDIA_IN_BROWSE" }
  | ProviderRefusal;

/** Signed addresses of one clip: for the answer at hand alone, never kept. */
export type SignedMedia = {
  readonly videoUrl: string;
  readonly hlsUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly videoSeconds: number | null;
  /** When the provider says that the addresses end. */
  readonly expiresAt: Date;
};

/** Codes of what a provider warns of; its text is dropped, since it may carry anything. */
export type ProviderWarning = "monthly_exercise_cap" | "other";

export type MediaOutcome =
  | {
      readonly outcome: "HAS_MEDIA";
      readonly media: SignedMedia;
      readonly warning: ProviderWarning | null;
    }
  /** There is no clip of it. */
  | { readonly outcome: "NO_VIDEO" }
  /** The provider's own cap: no further exercise, or no further minutes, in its window. Nothing was counted. */
  | {
      readonly outcome: "CAPPED";
      readonly cap: "EXERCISES" | "MINUTES";
      readonly warning: ProviderWarning | null;
    }
  | { readonly outcome: "NOT_FOUND" }
  | ProviderRefusal;

/** What the provider's account says was used; null where it knows no limit. */
export type ProviderUsage = {
  readonly outcome: "USAGE";
  readonly plan: string;
  readonly exercisesUsed: number;
  readonly exercisesLimit: number | null;
  readonly minutesUsed: number;
  readonly minutesLimit: number | null;
};

export type UsageOutcome = ProviderUsage | ProviderRefusal;

/**
 * The catalogue of a provider. Asks for metadata alone, always says so, and stops on any address of media where
 * media are metered: no way leads from here to {@link ExerciseMediaProvider}.
 */
export type ExerciseCatalogue = {
  /** @param page from 1 on. */
  readonly browse: (page: number) => Promise<BrowseOutcome>;
  readonly detail: (providerExerciseId: string) => Promise<DetailOutcome>;
};

/** The metered half of a provider: called behind the allowance alone. */
export type ExerciseMediaProvider = {
  /** @param withinMs after which the call is given up and is UNAVAILABLE. */
  readonly media: (providerExerciseId: string, withinMs: number) => Promise<MediaOutcome>;
  readonly usage: () => Promise<UsageOutcome>;
};

/** What is known of a provider beside its key: the row of `provider_integration` follows from it. */
export type IntegrationRecord = {
  readonly providerKey: string;
  /** Names where the key is found; never the key. */
  readonly credentialsReference: string;
  readonly planKey: string;
  readonly metered: boolean;
  readonly mediaUniqueLimit: number | null;
  readonly videoMinutesLimit: number | null;
  readonly licensePolicy: string;
  readonly mediaHosts: readonly string[];
  /** Calls a minute that the plan allows; the catalogue is read at half of it. */
  readonly callsPerMinute: number;
};

/** One provider of exercises as the product is given it: its record, its catalogue, and its media where it has them. */
export type ExerciseProvider = {
  readonly record: IntegrationRecord;
  readonly catalogue: ExerciseCatalogue;
  readonly media: ExerciseMediaProvider | null;
};

import type { ProviderExercise } from "../../../rules/exercises/catalogue/provider-exercise.ts";

/** One provider of exercises: its record, its catalogue, and its media if it has any. */
export type ExerciseProvider = {
  readonly record: IntegrationRecord;
  readonly catalogue: ExerciseCatalogue;
  readonly media: ExerciseMediaProvider | null;
};

/** The outcome of a failed call, the same for every call of every provider. */
export type ProviderRefusal =
  /** The provider asks for a pause; nothing was counted. */
  | { readonly outcome: "RATE_LIMITED"; readonly pauseMs: number }
  /** The key was rejected. */
  | { readonly outcome: "UNAUTHORISED" }
  /** Unreachable, timed out, or failed on its side. `sent` is false if it cannot have counted anything. */
  | { readonly outcome: "UNAVAILABLE"; readonly sent: boolean }
  /** The answer is invalid: torn, too long, not UTF-8, or malformed. */
  | { readonly outcome: "MALFORMED" };

/** One page of the catalogue. */
export type CataloguePage = {
  readonly outcome: "PAGE";
  readonly exercises: readonly ProviderExercise[];
  /** Items of another shape. They are neither stored nor missing. */
  readonly leftOut: readonly LeftOutItem[];
  /** The number of items that the provider announces, and of their pages. */
  readonly total: number;
  readonly pages: number;
};

/** An item that cannot be read. */
export type LeftOutItem = {
  /** Null if even its id cannot be read. */
  readonly providerExerciseId: string | null;
  /** The first field of another shape, e.g. `translations.0.name`. */
  readonly field: string;
};

/** A page of metadata, or MEDIA_IN_BROWSE: the answer contained media unasked and was dropped. */
export type BrowseOutcome =
  | CataloguePage
  | { readonly outcome: "MEDIA_IN_BROWSE" }
  | ProviderRefusal;

export type DetailOutcome =
  | { readonly outcome: "DETAIL"; readonly exercise: ProviderExercise }
  | { readonly outcome: "NOT_FOUND" }
  | { readonly outcome: "MEDIA_IN_BROWSE" }
  | ProviderRefusal;

/** Signed addresses of one clip, for this answer only, never stored. */
export type SignedMedia = {
  readonly videoUrl: string;
  readonly hlsUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly videoSeconds: number | null;
  /** Expiry of the addresses according to the provider. */
  readonly expiresAt: Date;
};

/** Codes of a provider's warnings. Its text is dropped, because it may contain anything. */
export type ProviderWarning = "monthly_exercise_cap" | "other";

export type MediaOutcome =
  | {
      readonly outcome: "HAS_MEDIA";
      readonly media: SignedMedia;
      readonly warning: ProviderWarning | null;
    }
  /** The exercise has no clip. */
  | { readonly outcome: "NO_VIDEO" }
  /** The provider's own cap: no further exercise or no further minutes in its window. Nothing was counted. */
  | {
      readonly outcome: "CAPPED";
      readonly cap: "EXERCISES" | "MINUTES";
      readonly warning: ProviderWarning | null;
    }
  | { readonly outcome: "NOT_FOUND" }
  | ProviderRefusal;

/** The usage that the provider's account reports; null for a limit that it does not have. */
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
 * The catalogue of a provider. It requests metadata only; for metered media, a response that contains a media address
 * is refused. It has no access to {@link ExerciseMediaProvider}.
 */
export type ExerciseCatalogue = {
  /** @param page starts at 1. */
  readonly browse: (page: number) => Promise<BrowseOutcome>;
  readonly detail: (providerExerciseId: string) => Promise<DetailOutcome>;
};

/** The metered half of a provider; called only after the allowance was checked. */
export type ExerciseMediaProvider = {
  /** @param withinMs timeout of the call, after which the outcome is UNAVAILABLE. */
  readonly media: (providerExerciseId: string, withinMs: number) => Promise<MediaOutcome>;
  readonly usage: () => Promise<UsageOutcome>;
};

/** Our record of a provider without its key; the source of its row in `provider_integration`. */
export type IntegrationRecord = {
  readonly providerKey: string;
  /** Where to find the key; never the key itself. */
  readonly credentialsReference: string;
  readonly planKey: string;
  readonly metered: boolean;
  readonly mediaUniqueLimit: number | null;
  readonly videoMinutesLimit: number | null;
  readonly licensePolicy: string;
  readonly mediaHosts: readonly string[];
  /** Calls a minute that the plan allows; the catalogue is read at half that rate. */
  readonly callsPerMinute: number;
};

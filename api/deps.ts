import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Hooks } from "../activities/hooks.ts";
import type { ProbeIssuer } from "../activities/providers/probe-issuer.ts";
import type { ProviderSources } from "../activities/providers/provider-sources.ts";
import type { AdmissionDeps } from "../activities/sync/admission/admission.ts";
import type { ScopeFeature } from "../activities/sync/scope-feature.ts";
import type { ClientExercisesFeature } from "../activities/exercises/media/client-exercises-feature.ts";
import type { MediaDesk } from "../activities/exercises/media/media-desk.ts";
import type { MediaFiles } from "../activities/media/media-files.ts";
import type { LegalVersions } from "../contract/accounts/terms-schema.ts";
import type { MediaLimits } from "../contract/media/vocabulary.ts";
import type { Database } from "../db/orm.ts";
import type { MachineVerifier, TokenVerifier } from "./guard/auth.ts";
import type { RecallBearer } from "./guard/bearer.ts";
import type { Allowances } from "./http/gate/allowance.ts";
import type { LoadSensor } from "./http/gate/load-sensor.ts";
import type { Shares } from "./http/gate/shares.ts";
import type { Turns } from "./http/gate/turns.ts";
import type { BodyBudget } from "./http/body/body-budget.ts";
import type { Readiness } from "./http/health.ts";
import type { InboxWatch } from "./inbox/inbox-watch.ts";
import type { CoalescedCounts } from "./inbox/coalesced-counts.ts";
import type { TusServer } from "./media/tus-server.ts";
import type { RefusedBytes } from "./sync/refused-bytes.ts";
import type { OutsideLinks } from "./pages/outside-links.ts";
import type { Patience } from "./http/patience.ts";
import type { LogoutVerifier } from "./guard/verify-logout.ts";
import type { ProviderDirectory } from "./guard/provider-directory.ts";

/** Secret keys of the installation, 32 bytes or more each. */
export interface Keys {
  /** Derives invitation tokens (docs/rooms/invitations.md#tokens). */
  readonly invitation: Uint8Array;
  /** Signs cursors. */
  readonly cursor: Uint8Array;
  /** Keyed hash of addresses, user agents, device ids and contacts before they are stored. */
  readonly hash: Uint8Array;
}

/** Everything the API is built from; constructed in `workers/`, nowhere else. */
export interface ApiDeps {
  readonly database: Database;
  readonly keys: Keys;
  readonly log: Logger;
  /** Where people reach this API, without a trailing slash. */
  readonly publicUrl: string;
  /** Where its pages lead to, and which origins may call it. */
  readonly links: OutsideLinks;
  /** Where browsers exchange the code of a sign-in; null until the provider has said it. */
  readonly tokenOrigin: () => string | null;
  readonly verifyToken: TokenVerifier;
  readonly verifyMachine: MachineVerifier;
  /** Who sends a token that was verified a moment ago. */
  readonly recallBearer: RecallBearer;
  readonly verifyLogout: LogoutVerifier;
  /** What `acr` of an operator's token has to say. */
  readonly operatorAcr: string;
  /** Every configured provider as it stands. */
  readonly providers: ProviderDirectory;
  /** What providers are made of. */
  readonly providerSources: ProviderSources;
  readonly probeIssuer: ProbeIssuer;
  /** Legal texts in force, by version. */
  readonly legalVersions: LegalVersions;
  /** Features the apps show or hide. */
  readonly featureFlags: Readonly<Record<string, boolean>>;
  /** Which rooms follow others within their transactions. */
  readonly hooks: Hooks;
  /** What is told of a scope beside what sync itself knows of it. */
  readonly scopeFeature: ScopeFeature;
  /** What batches are admitted with. */
  readonly admission: AdmissionDeps;
  /** Where the bytes of media lie, the protocol by which they come, and how many may. */
  readonly media: {
    readonly files: MediaFiles;
    readonly tus: TusServer;
    readonly limits: MediaLimits;
  };
  /** With what videos of exercises are given, and to which clients. */
  readonly exercises: {
    readonly desk: MediaDesk;
    readonly clientExercises: ClientExercisesFeature;
  };
  readonly patience: Patience;
  /** How much each sender may ask for. */
  readonly allowances: Allowances;
  /** How much may be under way in this process. */
  readonly shares: Shares;
  /** Requests of one sender that are served at a time; the others of theirs wait. */
  readonly turns: number;
  /** By which files of people wait for each other. */
  readonly fileTurns: Turns;
  /** How long a request waits for the outcomes of its file, in milliseconds. */
  readonly fileAnswerMs: number;
  /** Whether this process keeps up. */
  readonly load: LoadSensor;
  /** What consoles that follow inboxes wait for, and count, together. */
  readonly consoles: { readonly watch: InboxWatch; readonly counts: CoalescedCounts };
  /** What devices send that is refused. */
  readonly refusedBytes: RefusedBytes;
  /** The room that large bodies under way share. */
  readonly bodies: BodyBudget;
  /** Where the rooms register what they measure. */
  readonly metrics: Registry;
  /** Proxies in front of this process whose `X-Forwarded-For` is believed. */
  readonly trustedProxyHops: number;
  /** What `/health/ready` tells. */
  readonly readiness: () => Promise<Readiness>;
  /** True from the signal to stop on: readiness fails, so that no new requests come; those that come are served. */
  readonly isStopping: () => boolean;
  /** True once no new request is taken: what works in slices ends after the present one. */
  readonly isDraining: () => boolean;
}

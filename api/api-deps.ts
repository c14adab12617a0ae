import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Hooks } from "../activities/hooks.ts";
import type { ProbeProvider } from "../activities/providers/probe-provider.ts";
import type { ProviderSources } from "../activities/providers/provider-sources.ts";
import type { Admit } from "../activities/sync/admission/admission.ts";
import type { OperationFeature } from "../activities/sync/operation-feature.ts";
import type { ScopeFeature } from "../activities/sync/scope-feature.ts";
import type { ClientExercisesFeature } from "../activities/exercises/media/client-exercises-feature.ts";
import type { MediaDesk } from "../activities/exercises/media/media-desk.ts";
import type { MediaFiles } from "../activities/media/media-files.ts";
import type { LegalVersions } from "../contract/accounts/terms-schema.ts";
import type { MediaLimits } from "../contract/media/vocabulary.ts";
import type { Database } from "../db/open-database.ts";
import type { MachineVerifier, TokenVerifier } from "./guard/open-access-tokens.ts";
import type { RecallBearer } from "./guard/bearer.ts";
import type { ClientQuotas } from "./http/gate/client-quota.ts";
import type { LoadSensor } from "./http/gate/load-sensor.ts";
import type { ConcurrencyLimits } from "./http/gate/concurrency-limits.ts";
import type { FairQueue } from "./http/gate/fair-queue.ts";
import type { BodyBudget } from "./http/body/body-budget.ts";
import type { Readiness } from "./http/open-readiness.ts";
import type { StandbyReads } from "./http/standby/standby-reads.ts";
import type { InboxWatch } from "./inbox/inbox-watch.ts";
import type { WorkspaceWatch } from "./inbox/console/workspace-watch.ts";
import type { CoalescedCounts } from "./inbox/coalesced-counts.ts";
import type { TusServer } from "./media/tus-server.ts";
import type { RefusedBytes } from "./sync/refused-bytes.ts";
import type { OutsideLinks } from "./pages/outside-links.ts";
import type { Timeouts } from "./http/timeouts.ts";
import type { LogoutVerifier } from "./guard/create-logout-verifier.ts";
import type { ProviderDirectory } from "./guard/provider-directory.ts";

/** All dependencies of the API; constructed in `workers/`, nowhere else. */
export interface ApiDeps {
  readonly database: Database;
  /** Reads of a standby; null if none is configured. */
  readonly standby: StandbyReads | null;
  readonly keys: Keys;
  readonly log: Logger;
  /** Public URL of this API, without a trailing slash. */
  readonly publicUrl: string;
  /** Link targets of its pages, and the origins that may call it. */
  readonly links: OutsideLinks;
  /** Folder of the stand-in page for our native apps; null except on an embedded stack. */
  readonly phoneDirectory: string | null;
  /** Folder of the built web console for coaches; null if this API serves none. */
  readonly consoleDirectory: string | null;
  /** Origin where browsers exchange the code of a sign-in; null until the provider has announced it. */
  readonly tokenOrigin: () => string | null;
  readonly verifyToken: TokenVerifier;
  readonly verifyMachine: MachineVerifier;
  /** Identifies the sender of a recently verified token. */
  readonly recallBearer: RecallBearer;
  readonly verifyLogout: LogoutVerifier;
  /** The web UI of Temporal, for operators; null if none is configured. */
  readonly temporalUi: TemporalUi | null;
  /** Required `acr` in an operator's token. */
  readonly operatorAcr: string;
  /** The present state of every configured provider. */
  readonly providers: ProviderDirectory;
  /** The sources of providers: files and adapters. */
  readonly providerSources: ProviderSources;
  readonly probeProvider: ProbeProvider;
  /** Legal texts in force, by version. */
  readonly legalVersions: LegalVersions;
  /** Features the apps show or hide. */
  readonly featureFlags: Readonly<Record<string, boolean>>;
  /** The rooms that follow others within their transactions. */
  readonly hooks: Hooks;
  /** Facts about a scope from the rooms above sync. */
  readonly scopeFeature: ScopeFeature;
  /** The rooms' operations. */
  readonly features: readonly OperationFeature[];
  /** The admission of batches in this process. */
  readonly admit: Admit;
  /** Storage of media bytes, their upload protocol, and their limits. */
  readonly media: {
    readonly files: MediaFiles;
    readonly tus: TusServer;
    readonly limits: MediaLimits;
  };
  /** The dependencies of exercise videos, and the clients that may see them. */
  readonly exercises: {
    readonly desk: MediaDesk;
    readonly clientExercises: ClientExercisesFeature;
  };
  readonly timeouts: Timeouts;
  /** Quota per client key. */
  readonly quotas: ClientQuotas;
  /** Concurrency limits of this process. */
  readonly concurrencyLimits: ConcurrencyLimits;
  /** Requests of one client key served at a time; its others wait. */
  readonly turns: number;
  /** The queue for processing people's files. */
  readonly fileQueue: FairQueue;
  /** How long a request waits for the outcomes of its file, in milliseconds. */
  readonly fileAnswerMs: number;
  /** Whether this process keeps up with its load. */
  readonly load: LoadSensor;
  /** Shared by all consoles that follow inboxes or workspaces: waiting for changes, and counting. */
  readonly consoles: {
    readonly watch: InboxWatch;
    readonly counts: CoalescedCounts;
    readonly workspaces: WorkspaceWatch;
  };
  /** Limits on refused data from devices. */
  readonly refusedBytes: RefusedBytes;
  /** The memory budget for large request bodies. */
  readonly bodies: BodyBudget;
  /** The registry of the rooms' metrics. */
  readonly metrics: Registry;
  /** Number of proxies in front of this process whose `X-Forwarded-For` is trusted. */
  readonly trustedProxyHops: number;
  /** The result of `/health/ready`. */
  readonly readiness: () => Promise<Readiness>;
  /**
   * True after the stop signal: readiness fails, so that no new requests are sent here; those that arrive are still
   * served.
   */
  readonly isStopping: () => boolean;
  /** True once no new request is accepted: work in slices ends after the present slice. */
  readonly isDraining: () => boolean;
}

/** Secret keys of the installation, at least 32 bytes each. */
export interface Keys {
  /** Derives invitation tokens (docs/rooms/invitations.md#tokens). */
  readonly invitation: Uint8Array;
  /** Signs cursors and read positions. */
  readonly cursor: Uint8Array;
  /** Keys the hashes under which addresses, user agents, device ids and contacts are stored. */
  readonly hash: Uint8Array;
}

/** Address of the Temporal UI, without a trailing slash, and the product's namespace in it. */
export interface TemporalUi {
  readonly url: string;
  readonly namespace: string;
}

import { createHmac } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { APP_ROLE, OWNER_ROLE, type PostgresPasswords } from "../../postgres/database-roles.ts";
import { ensureCluster } from "../../postgres/postgres-cluster.ts";
import { createDatabase } from "../../postgres/create-database.ts";
import type { Child } from "../../processes/child-process.ts";
import { openStackSecrets } from "../../stack/stack-secrets.ts";
import {
  type ClusterState,
  followPrimary,
  openMembers,
  rebuild,
  setSynchronous,
} from "./cluster-state.ts";
import { isFenced, roleOf } from "./fence.ts";
import { findPrimary } from "./find-primary.ts";
import type { Member } from "./member.ts";
import { prepareRoles } from "./prepare-roles.ts";
import { type Promotion, failOver, openPrimary } from "./promote.ts";
import { noteLoss, type RenewEpochs, renewIfLost } from "./renew-if-lost.ts";
import { restoreCluster, type Restored } from "./restore-cluster.ts";
import { serveChecks } from "./serve-checks.ts";
import { untilStreaming } from "./standbys.ts";

/**
 * Starts a primary with two streaming standbys on this machine, creates what is missing, and opens the primary to the
 * proxy. After a failover the same folder starts with the promoted member as its primary.
 *
 * @throws Error if two members could be the primary; nothing is started then.
 */
export async function startDatabaseCluster(options: ClusterOptions): Promise<DatabaseCluster> {
  mkdirSync(options.folder, { recursive: true });
  // The server may run as another user, who has to traverse this folder; the files have mode 0600.
  chmodSync(options.folder, 0o711);
  const passwords = options.passwords ?? openStackSecrets(options.folder).passwords;
  const members = await openMembers({ ...options, superuserPassword: passwords.superuser });
  const [first] = members;
  if (first === undefined) throw new Error("A cluster has at least one member.");
  const found = findPrimary(members);
  const isLost = found === null && members.some(({ place }) => roleOf(place) !== null);
  const replaced = members.find((one) => isFenced(one) || roleOf(one.place) === null);
  const state: ClusterState = {
    members,
    primary: found ?? replaced ?? first,
    synchronous: false,
    lossFile: join(options.folder, "epochs-to-renew"),
    replication: { user: REPLICATION_ROLE, password: replicationPassword(passwords) },
    checks: await serveChecks(members),
    say: options.say,
  };
  try {
    if (isLost) await resume(state, options);
    else await startAll(state, passwords, options);
  } catch (error) {
    await stop(state);
    throw error;
  }
  return openedCluster(state, passwords, options);
}

/** A primary with its standbys. */
export interface DatabaseCluster {
  readonly members: readonly ClusterMember[];
  primary(): ClusterMember;
  /** Creates a database of the owner role on the primary, unless it exists. */
  createDatabase(name: string): Promise<void>;
  /** The address of a database for a role, at a port: the proxy's, or a member's own. */
  ownerUrl(database: string, port: number): string;
  appUrl(database: string, port: number): string;
  superuserUrl(database: string, port: number): string;
  /**
   * Fences the primary and promotes the standby that has received the most, or the named one if none has more. It is
   * opened to clients at the end.
   */
  promote(name?: string): Promise<Promotion>;
  /** Whether clients reach the primary. */
  isOpen(): boolean;
  /** Finishes a promotion that was interrupted: renews epochs if they have to be, and opens the primary. */
  open(): Promise<void>;
  /** Makes a member a copy of the primary, and starts it as a standby. */
  rebuild(name: string): Promise<void>;
  /** Starts a standby that has ended. */
  restart(name: string): Promise<void>;
  /** Replaces all data by a backup, replayed up to an instant; returns the folder of the former data. */
  restore(restored: Restored): Promise<string>;
  /** Whether a commit waits for one standby. */
  setSynchronous(synchronous: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** A member as other parts see it. */
export type ClusterMember = Pick<Member, "name" | "port" | "pid" | "stop" | "kill" | "ask"> & {
  /** Port of the check that says whether clients may use it. */
  readonly checkPort: number;
};

/** Folder, ports and mode of a cluster. */
export interface ClusterOptions {
  readonly folder: string;
  readonly ports: { readonly primary: number; readonly standbys: readonly number[] };
  /** Folders of members whose data are on a disk of their own, by name. */
  readonly disks?: Readonly<Record<string, string>> | undefined;
  /** Whether a commit waits until one standby has it on disk. */
  readonly synchronous: boolean;
  /** Passwords of its logins; by default those of the folder. */
  readonly passwords?: PostgresPasswords;
  /** Further settings of every server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of a member's programs at its next start; null for those of the product. */
  readonly programsOf?: ((name: string) => string | null) | undefined;
  /** Called before a promotion that may have lost transactions is opened to clients. */
  readonly renewEpochs?: RenewEpochs;
  readonly say: (line: string) => void;
  readonly onStart?: (child: Child) => void;
}

const REPLICATION_ROLE = "sideline_replication";

/** Derived, so that a folder of an earlier release needs no further secret. */
function replicationPassword({ superuser }: PostgresPasswords): string {
  return createHmac("sha256", superuser).update(REPLICATION_ROLE).digest("hex");
}

async function startAll(
  state: ClusterState,
  passwords: PostgresPasswords,
  { synchronous, renewEpochs }: ClusterOptions,
): Promise<void> {
  const { primary, members, replication, say } = state;
  await ensureCluster({ place: primary.place, password: passwords.superuser, durable: true });
  followPrimary(state, primary);
  await primary.start();
  await prepareRoles(primary, { passwords, replication, members });
  for (const standby of members) {
    if (standby === primary) continue;
    if (isFenced(standby) || roleOf(standby.place) === null) {
      say(`${standby.name} is built from ${primary.name}`);
      await rebuild(state, standby);
    } else {
      followPrimary(state, standby);
      await standby.start();
    }
  }
  await untilStreaming(primary, members.length - 1);
  if (synchronous) await setSynchronous(state, true);
  // The last run may have ended between a promotion and the renewal.
  await renewIfLost(state, renewEpochs);
  state.checks.open(primary.name);
}

/** The last run ended between fence and promotion. */
async function resume(state: ClusterState, options: ClusterOptions): Promise<void> {
  const { members, primary, say } = state;
  if (!isFenced(primary) && roleOf(primary.place) !== null)
    throw new Error("Every member is a standby and none is fenced; nobody knows the primary.");
  say("no member is a primary: the standby that has received the most is promoted");
  state.synchronous = options.synchronous;
  // Nobody knows whether commits of the last run waited for a standby.
  noteLoss(state);
  for (const standby of members)
    if (!isFenced(standby) && roleOf(standby.place) === "STANDBY") await standby.start();
  await failOver(state, { renewEpochs: options.renewEpochs });
  for (const one of members) if (isFenced(one)) await rebuild(state, one);
}

function openedCluster(
  state: ClusterState,
  { owner, app, superuser }: PostgresPasswords,
  { renewEpochs }: ClusterOptions,
): DatabaseCluster {
  const shown = (one: Member) => ({ ...one, checkPort: state.checks.portOf(one.name) });
  const members = state.members.map(shown);
  const named = (name: string) => {
    const found = state.members.find((one) => one.name === name);
    if (found === undefined) throw new Error(`The cluster has no member ${name}.`);
    return found;
  };
  const url = (user: string, password: string) => (database: string, port: number) =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  return {
    members,
    primary: () => shown(state.primary),
    createDatabase: (name) =>
      createDatabase(url("postgres", superuser)("postgres", state.primary.port), name),
    ownerUrl: url(OWNER_ROLE, owner),
    appUrl: url(APP_ROLE, app),
    superuserUrl: url("postgres", superuser),
    promote: (name) => failOver(state, { name, renewEpochs }),
    isOpen: () => state.checks.isOpen(state.primary.name),
    open: () => openPrimary(state, renewEpochs),
    rebuild: (name) => rebuild(state, named(name)),
    restart: async (name) => {
      // The primary may have been replaced while it was away.
      followPrimary(state, named(name));
      await named(name).start();
    },
    restore: (restored) => restoreCluster(state, { ...restored, renewEpochs }),
    setSynchronous: (synchronous) => setSynchronous(state, synchronous),
    stop: () => stop(state),
  };
}

/** The primary stops first: it sends the standbys everything before it ends. */
async function stop({ primary, members, checks }: ClusterState): Promise<void> {
  checks.open(null);
  await primary.stop();
  await Promise.all(members.map((one) => one.stop()));
  await checks.close();
}

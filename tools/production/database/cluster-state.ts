import { buildStandby } from "./build-standby.ts";
import { liftFence } from "./fence.ts";
import { type Member, type MemberOptions, openMember } from "./member.ts";
import { writeOwnSettings } from "./own-settings.ts";
import { requireSpace } from "./require-space.ts";
import type { MemberChecks } from "./serve-checks.ts";
import { createSlots, until, untilFollows } from "./standbys.ts";

/** The parts of a running cluster, and the roles that change. */
export interface ClusterState {
  readonly members: readonly Member[];
  primary: Member;
  /** Whether a commit waits for a standby. */
  synchronous: boolean;
  /** File that exists while acknowledged transactions may be missing and the epochs are not renewed yet. */
  readonly lossFile: string;
  /** The login of standbys. */
  readonly replication: { readonly user: string; readonly password: string };
  readonly checks: MemberChecks;
  readonly say: (line: string) => void;
}

/** Opens the members, named by their place; the first start creates the first one as the primary. */
export async function openMembers({ ports, ...options }: MembersOptions): Promise<Member[]> {
  const opened: Member[] = [];
  for (const [place, port] of [ports.primary, ...ports.standbys].entries())
    opened.push(await openMember({ ...options, name: `database_${place + 1}`, port }));
  return opened;
}

interface MembersOptions extends Omit<MemberOptions, "name" | "port"> {
  readonly ports: { readonly primary: number; readonly standbys: readonly number[] };
}

/** Writes a member's settings for its present role. A running server reads them when it is reloaded. */
export function followPrimary(state: ClusterState, member: Member): void {
  const { members, primary, synchronous, replication } = state;
  writeOwnSettings(member.place, {
    name: member.name,
    synchronousNames: synchronous ? members.map(({ name }) => name) : null,
    follows: member === primary ? null : { port: primary.port, ...replication },
  });
}

/** Makes a member a copy of the primary, lifts its fence, and waits until it follows as a standby. */
export async function rebuild(state: ClusterState, member: Member): Promise<void> {
  const { primary, replication, members } = state;
  if (member === primary) throw new Error(`${member.name} is the primary.`);
  await requireSpace(member.place, primary);
  // Its data are replaced, so an orderly end gains nothing, and a process of it that hangs would delay it.
  await member.kill();
  await createSlots(primary, members);
  const { user, password } = replication;
  await buildStandby(member.place, primary.url(user, password, "postgres"));
  followPrimary(state, member);
  liftFence(member);
  await member.start();
  await untilFollows(primary, member.name);
}

/** Makes commits wait for one standby, or not. Every member gets the setting, because each may be promoted. */
export async function setSynchronous(state: ClusterState, synchronous: boolean): Promise<void> {
  state.synchronous = synchronous;
  for (const member of state.members) {
    if (member.pid() === null) continue;
    followPrimary(state, member);
    member.reload();
  }
  // Only then may somebody rely on it.
  const wanted = synchronous ? 1 : 0;
  await until(async () => {
    const [row] = await state.primary.ask(
      "select (current_setting('synchronous_standby_names') <> '')::integer::text as waits",
    );
    return Number(row?.["waits"]) === wanted;
  }, "The primary did not read its settings");
}

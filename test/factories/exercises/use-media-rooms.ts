import { beforeEach } from "@jest/globals";
import { openMediaSession } from "../../../activities/exercises/media/open-media-session.ts";
import { reconcileUsage } from "../../../activities/exercises/media/reconcile-usage.ts";
import type { MediaRequest } from "../../../activities/exercises/media/reserve-access.ts";
import { MediaAccess } from "../../../db/exercises/media/media-access.ts";
import { MediaAllowance } from "../../../db/exercises/media/media-allowance.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";
import { type BuiltRelationship, buildRelationship } from "../accounts/identity.ts";
import { moveClock } from "../db/move-clock.ts";
import { raise } from "../raise.ts";
import { buildMediaRoom, type MediaRoom } from "./media-room.ts";

/** Changes to a request: another client than that of the first workspace, or a session to replace. */
interface RequestChanges {
  readonly whose?: BuiltRelationship;
  readonly refetchOf?: string;
}

/** Clients of two workspaces, new for each test, who request videos of metered providers. */
export async function useMediaRooms() {
  const stage = await useOrm(await useOwnDatabase());
  const { em, ownerUrl } = stage;
  const newPeople = async () => ({
    first: await buildRelationship(em),
    second: await buildRelationship(em),
  });
  const people = await newPeople();
  beforeEach(async () => {
    await moveClock(ownerUrl, 0);
    // The hourly limit of a person counts requests to all providers.
    Object.assign(people, await newPeople());
  });
  const requestFor = (
    room: MediaRoom,
    place: number,
    changes: RequestChanges = {},
  ): MediaRequest => {
    const { client, workspaceId } = changes.whose ?? people.first;
    return {
      actorUserId: client.userId,
      workspaceId,
      surface: "CLIENT_MOBILE",
      exerciseId: room.exerciseIds[place] ?? raise(),
      refetchOf: changes.refetchOf ?? null,
    };
  };
  return {
    ...stage,
    people,
    roomOf: (exercises: number | null, minutes: number | null = null, count = 8) =>
      buildMediaRoom(em, { limits: { exercises, minutes }, count }),
    requestFor,
    /** Requests the nth exercise of a provider. */
    play: (room: MediaRoom, place: number, changes?: RequestChanges) =>
      openMediaSession(room.desk(em), requestFor(room, place, changes)),
    allowanceOf: ({ providerKey }: MediaRoom) =>
      em.fork().findOneOrFail(MediaAllowance, { providerKey }),
    accessesOf: ({ providerKey }: MediaRoom) =>
      em.fork().find(MediaAccess, { providerKey }, { orderBy: { accessedAt: "asc", id: "asc" } }),
    reconcile: (room: MediaRoom) => reconcileUsage(room.desk(em)),
  };
}

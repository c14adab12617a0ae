import type { SqlEntityManager } from "@mikro-orm/postgresql";
import * as z from "zod";
import type { ClientSignIn } from "../../../../activities/accounts/registration-form.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { packageMetadataSchema } from "../../../../contract/workouts/package-schema.ts";
import type { WorkoutOperationType } from "../../../../contract/workouts/session-schema.ts";
import { findDelta, findManifest } from "../../../../db/workouts/queries.ts";
import { addDays } from "../../../../rules/local-day.ts";
import type { ModelOperation, Sets } from "./reference.ts";
import { type BuiltWorkout, draftOf, squats } from "../workouts.ts";

type Metadata = z.output<typeof packageMetadataSchema>;

/** A draft as its phone has it. */
export interface PhoneDraft {
  readonly id: string;
  readonly workout: BuiltWorkout;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly sets: Map<string, number>;
  revision: number;
  isFinished: boolean;
  readonly wire: ReturnType<typeof draftOf>;
}

/** An operation in a phone's queue, with its form for the reference. */
export interface Waiting {
  readonly wire: Operation;
  readonly operation: ModelOperation;
}

/** A phone with its queue, drafts and packages. */
export interface ModelPhone {
  deviceId: string;
  readonly installationId: string;
  queue: Waiting[];
  drafts: PhoneDraft[];
  readonly packages: Map<string, Metadata>;
  seq: number | null;
}

/** Begins a draft of a workout. */
export function beginDraft(workout: BuiltWorkout, begunAt: number): PhoneDraft {
  const wire = draftOf(workout);
  const id = wire.clientSessionId;
  return { id, workout, begunAt, sets: new Map(), revision: 0, isFinished: false, wire };
}

const TYPES: Readonly<Record<ModelOperation["kind"], WorkoutOperationType>> = {
  START: "workout.start-session",
  SETS: "workout.upsert-set",
  SUBMIT: "workout.submit-session",
  CORRECT: "workout.correct-session",
  DISCARD: "workout.discard-session",
};

/** Queues an operation on a draft, at its next revision. */
export function queueUp(
  phone: ModelPhone,
  draft: PhoneDraft,
  { kind, sets = new Map(), now }: { kind: ModelOperation["kind"]; sets?: Sets; now: number },
): void {
  draft.revision += 1;
  const { id, begunAt, revision, workout } = draft;
  const startedAt = new Date(begunAt).toISOString();
  const recordedAt = new Date(now).toISOString();
  const logged = [...sets].map(([key, weight]) => squats(key, weight));
  const payloads = {
    START: { startedAt },
    SETS: { sets: logged },
    SUBMIT: {
      frozenRevision: revision,
      startedAt,
      finishedAt: recordedAt,
      exercises: [],
      sets: logged,
    },
    CORRECT: { sets: logged },
    DISCARD: { reason: null },
  };
  const changes = { clientRecordedAt: recordedAt };
  const wire = draft.wire.op(TYPES[kind], { ...payloads[kind], clientRevision: revision }, changes);
  const { packageId } = workout;
  const operation = { kind, draft: id, packageId, revision, begunAt, sets: new Map(sets) };
  phone.queue.push({ wire, operation });
}

const idsSchema = z.array(z.string());
const packagesSchema = z.array(packageMetadataSchema);
const listed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> =>
  schema.parse(JSON.parse(text));

/** The client whose packages are read, and the phone that reads. */
export interface PhoneReader {
  readonly em: SqlEntityManager;
  readonly identity: ClientSignIn;
}

/** Days around the present one whose packages may be started. */
const [BEHIND, AHEAD] = [-7, 23];

/**
 * Follows package changes since the phone's last request, as a device does: deletions first. Begins with the manifest
 * the first time, and when the cursor is too old.
 *
 * @returns ids and checksums of the packages that may be started, by the phone and by the manifest.
 */
export async function takePackages({ em, identity }: PhoneReader, phone: ModelPhone) {
  const key = { ...identity, deviceId: phone.deviceId };
  const near = await findManifest(em.fork(), { ...key, from: null, to: null });
  if (near === null) throw new Error("The client could not read their packages");
  const [from, to] = [addDays(near.presentDate, BEHIND), addDays(near.presentDate, AHEAD)];
  if (phone.seq !== null) {
    const delta = await findDelta(em.fork(), { ...key, sinceSeq: phone.seq });
    if (delta === null) throw new Error("The client could not read their packages");
    for (const id of listed(idsSchema, delta.deletedText)) phone.packages.delete(id);
    for (const one of listed(packagesSchema, delta.changedText))
      phone.packages.set(one.packageId, one);
    phone.seq = delta.seq;
  }
  const manifest = await findManifest(em.fork(), { ...key, from, to });
  if (manifest === null) throw new Error("The client could not read their packages");
  const named = listed(packagesSchema, manifest.packagesText);
  if (phone.seq === null) {
    for (const one of named) phone.packages.set(one.packageId, one);
    phone.seq = manifest.seq;
  }
  const now = manifest.now.getTime();
  const startable = [...phone.packages.values()].filter(
    ({ cachePolicy, localDate }) => Date.parse(cachePolicy.expiresAt) > now && localDate >= from,
  );
  return { startable: namesOf(startable), named: namesOf(named) };
}

const namesOf = (packages: readonly Metadata[]) =>
  packages.map(({ packageId, packageChecksum }) => `${packageId} ${packageChecksum}`).toSorted();

/** A downloaded package as a workout to train. */
export function workoutIn(metadata: Metadata): BuiltWorkout {
  const { taskId, packageId, packageChecksum, snapshotChecksum, localDate } = metadata;
  return { taskId, packageId, packageChecksum, snapshotChecksum, localDate, assignmentId: "" };
}

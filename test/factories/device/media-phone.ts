import type { MediaFile, MediaPart } from "../../../device/media/types.ts";
import type { Connection } from "../../../device/ports/connection.ts";
import type { Device, Scope } from "../../../device/types.ts";
import { eventually } from "../eventually.ts";
import { type DeviceWorld, firstScope, makeDeviceWorld, tap } from "./device-world.ts";
import { type FakeUploads, makeFakeUploads } from "./fake-uploads.ts";

/** A signed-in phone with the part `media`, and a server in memory that takes files. */
export async function mediaPhone(connection?: Connection): Promise<MediaPhone> {
  const world = makeDeviceWorld();
  if (connection !== undefined) world.connection = connection;
  const uploads = makeFakeUploads();
  world.intercept = (request) => (world.isOnline ? uploads.answer(request) : null);
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  return { world, uploads, device, scope, media: await scope.part("media") };
}

/** A phone with files. */
export interface MediaPhone {
  readonly world: DeviceWorld;
  readonly uploads: FakeUploads;
  readonly device: Device;
  readonly scope: Scope;
  readonly media: MediaPart;
}

/** Attaches a picture with the words of a text as its bytes. */
export async function attachText(
  media: MediaPart,
  text: string,
  purpose: "MEAL_PHOTO" | "PROGRESS_PHOTO" = "PROGRESS_PHOTO",
): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const attached = await media.attach({ bytes, purpose, type: "image/png" });
  if (attached.kind !== "ATTACHED") throw new Error("The picture was refused");
  return attached.mediaId;
}

/** Queues an action that names files. */
export async function queueWith(scope: Scope, id: string, ...attachments: readonly string[]) {
  return await scope.enqueue({ ...tap(id), attachments });
}

/** Waits until the only file of the phone is as wanted. */
export async function onlyFile(
  media: MediaPart,
  isWanted: (file: MediaFile) => boolean,
): Promise<MediaFile> {
  const [file] = await eventually(
    () => media.files(),
    ([first]) => first !== undefined && isWanted(first),
    5_000,
  );
  if (file === undefined) throw new Error("There is no file");
  return file;
}

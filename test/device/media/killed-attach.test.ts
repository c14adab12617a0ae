import { expect, test } from "@jest/globals";
import type { MediaPart } from "../../../device/media/types.ts";
import { type DeviceWorld, firstScope } from "../../factories/device/device-world.ts";
import { mediaPhone } from "../../factories/device/media-phone.ts";

/** Two parts, so that a kill can come between them. */
const FILM = {
  bytes: new Uint8Array(1024 * 1024 + 10).fill(7),
  purpose: "FORM_CHECK",
  type: "video/mp4",
} as const;

const attachFilm = async (media: MediaPart) => await media.attach(FILM);

/** The files of the next process, which has not used the part `media` yet, and then has. */
async function afterRestart(world: DeviceWorld) {
  const device = await world.open();
  await device.sync();
  const left = { rows: await mediaIds(world), parts: world.files.stored.size };
  const media = await (await firstScope(device)).part("media");
  return { left, media };
}

const mediaIds = async (world: DeviceWorld) => await world.rows("select media_id from media");

/** Runs the last act of a process. A dead process removes no file. */
async function dying({ files }: DeviceWorld, act: () => Promise<unknown>): Promise<void> {
  const { remove } = files;
  files.remove = async () => await Promise.reject(new Error("The process is killed here."));
  await expect(act()).rejects.toThrow("killed");
  files.remove = remove;
}

/** Kills the process right before or after the nth stored part. */
function killAtPart({ disk, files }: DeviceWorld, when: "BEFORE" | "AFTER", nth: number): void {
  const { write } = files;
  let parts = 0;
  files.write = async (name, bytes) => {
    parts += 1;
    if (parts !== nth) return await write(name, bytes);
    if (when === "AFTER") await write(name, bytes);
    disk.open();
    files.write = write;
    throw new Error("The process is killed here.");
  };
}

test.each([
  ["BEFORE", 1],
  ["AFTER", 1],
  ["BEFORE", 2],
] as const)(
  "A kill %s database write %i of storing a film leaves neither a row nor a part",
  async (when, nth) => {
    const { world, media } = await mediaPhone();
    world.disk.kill(when, nth);
    await dying(world, async () => await attachFilm(media));

    expect((await afterRestart(world)).left).toEqual({ rows: [], parts: 0 });
  },
);

test("A kill after the last database write of storing a film leaves the whole film", async () => {
  const { world, media } = await mediaPhone();
  world.disk.kill("AFTER", 2);
  await dying(world, async () => await attachFilm(media));

  const again = await afterRestart(world);
  const [file] = await again.media.files();

  expect(file).toMatchObject({ status: "STORED", sizeBytes: FILM.bytes.length });
  expect(await again.media.read({ mediaId: file?.mediaId ?? "" })).toEqual(FILM.bytes);
});

test.each([
  ["BEFORE", 1],
  ["AFTER", 1],
  ["BEFORE", 2],
  ["AFTER", 2],
] as const)(
  "A kill %s stored part %i of a film leaves neither a row nor a part",
  async (when, nth) => {
    const { world, media } = await mediaPhone();
    killAtPart(world, when, nth);
    await dying(world, async () => await attachFilm(media));

    expect((await afterRestart(world)).left).toEqual({ rows: [], parts: 0 });
  },
);

test("A kill between the row and the parts of a removed film leaves no part", async () => {
  const { world, media } = await mediaPhone();
  const attached = await attachFilm(media);
  if (attached.kind !== "ATTACHED") throw new Error("The film was refused");
  await dying(world, async () => await media.remove(attached));

  expect((await afterRestart(world)).left).toEqual({ rows: [], parts: 0 });
});

test("A disk that is full while a film is stored keeps no part of it, and takes it once there is room", async () => {
  const { world, media } = await mediaPhone();
  world.files.limit(1024 * 1024 + 50);
  await expect(attachFilm(media)).rejects.toMatchObject({ kind: "FULL" });
  const left = { rows: await mediaIds(world), parts: world.files.stored.size };
  world.files.limit(Number.POSITIVE_INFINITY);

  expect(left).toEqual({ rows: [], parts: 0 });
  expect(await attachFilm(media)).toMatchObject({ kind: "ATTACHED" });
});

import { describe, expect, test } from "@jest/globals";
import { downloadName, fileSize, fileView } from "../../../web/client/files/file-view.ts";

const MEGABYTES = 1024 * 1024;

describe("a file of a client", () => {
  test("is drawn if browsers can, played if it is small enough, and otherwise only downloaded", () => {
    const view = (kind: string, contentType: string, sizeBytes: number) =>
      fileView({ kind, contentType, sizeBytes });
    expect(view("IMAGE", "image/jpeg", 25 * MEGABYTES)).toBe("PICTURE");
    expect(view("IMAGE", "image/heic", 1000)).toBe("DOWNLOAD");
    expect(view("VIDEO", "video/mp4", 64 * MEGABYTES)).toBe("VIDEO");
    expect(view("VIDEO", "video/mp4", 64 * MEGABYTES + 1)).toBe("DOWNLOAD");
    expect(view("AUDIO", "audio/aac", 1000)).toBe("AUDIO");
    expect(view("HOLOGRAM", "model/of-tomorrow", 1000)).toBe("DOWNLOAD");
  });

  test("is downloaded under its date and purpose, without a person's name, also if its type is unknown", () => {
    const file = {
      localDate: "2026-11-15",
      purpose: "PROGRESS_PHOTO",
      contentType: "image/jpeg",
      mediaId: "01a220e8-2216-767b-9fac-2c90e0cdd544",
    };
    expect(downloadName(file)).toBe("2026-11-15-progress-photo-cdd544.jpg");
    const unknown = { ...file, contentType: "model/of-tomorrow" };
    expect(downloadName(unknown)).toBe("2026-11-15-progress-photo-cdd544.bin");
  });

  test("has its size in kB below a megabyte, and in MB with one digit above", () => {
    expect([1, 999_499, 1_000_000, 2_340_000].map(fileSize)).toEqual([
      { unit: "kB", amount: 1 },
      { unit: "kB", amount: 999 },
      { unit: "MB", amount: 1 },
      { unit: "MB", amount: 2.3 },
    ]);
  });
});

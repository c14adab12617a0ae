import { expect, test } from "@jest/globals";
import type { MediaFile } from "../../device/media/types.ts";
import { keptPhotos } from "../../phone/photos/kept-photos.ts";

function file(mediaId: string, operation: string, status: MediaFile["status"]): MediaFile {
  return {
    mediaId,
    purpose: "PROGRESS_PHOTO",
    type: "image/jpeg",
    sizeBytes: 1,
    status,
    sentBytes: 1,
    waitsFor: null,
    retryAt: null,
    rejectionCode: null,
    operations: [operation],
  };
}

test("the next entry takes the photos of refused entries along, except those that were refused themselves or are chosen already", () => {
  const files = [
    file("arrived", "refused", "RECEIVED"),
    file("waiting", "refused", "STORED"),
    file("rejected", "refused", "REJECTED"),
    file("chosen", "refused", "RECEIVED"),
    file("accepted", "other", "RECEIVED"),
  ];
  const refused = [{ clientOperationId: "refused" }];
  expect(keptPhotos(files, { refused, chosen: ["chosen"] })).toEqual(["arrived", "waiting"]);
  expect(keptPhotos(files, { refused: [], chosen: [] })).toEqual([]);
});

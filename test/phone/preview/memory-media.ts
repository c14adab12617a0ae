import type { MediaFile, MediaPart } from "../../../device/media/types.ts";

/** Photos in memory, for viewing their states: one on its way, one that waits, and one that was refused. */
export function memoryMedia(changed: () => void): MediaPart {
  let files: readonly MediaFile[] = FILES;
  let networks: Awaited<ReturnType<MediaPart["networks"]>> = "ANY";
  return {
    async attach({ purpose, type }) {
      const mediaId = `new-${files.length}`;
      files = [...files, { ...FILE, mediaId, purpose, type, operations: [] }];
      changed();
      return { kind: "ATTACHED", mediaId };
    },
    files: async () => files,
    read: async () => null,
    replace: async ({ mediaId }) => ({ kind: "ATTACHED", mediaId }),
    async remove({ mediaId }) {
      files = files.filter((file) => file.mediaId !== mediaId);
      changed();
      return { kind: "REMOVED" };
    },
    networks: async () => networks,
    async allow(choice) {
      ({ networks } = choice);
      changed();
    },
    send: async () => {},
  };
}

const FILE: MediaFile = {
  mediaId: "rice",
  purpose: "MEAL_PHOTO",
  type: "image/jpeg",
  sizeBytes: 4_000_000,
  status: "ANNOUNCED",
  sentBytes: 1_500_000,
  waitsFor: null,
  retryAt: null,
  rejectionCode: null,
  operations: ["beans"],
};

const FILES: readonly MediaFile[] = [
  FILE,
  { ...FILE, mediaId: "waiting", waitsFor: "OFFLINE" },
  { ...FILE, mediaId: "refused", status: "REJECTED", waitsFor: "PERSON", rejectionCode: "OTHER" },
];

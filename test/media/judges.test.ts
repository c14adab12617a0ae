import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MEDIA_TYPES, type MediaType, UPLOAD_STATUSES } from "../../contract/media/vocabulary.ts";
import { judgeAnnouncement } from "../../rules/media/judge-announcement.ts";
import { judgeAttachments, type ReferencedUpload } from "../../rules/media/judge-attachments.ts";
import { judgeFile } from "../../rules/media/judge-file.ts";
import { judgeRoom } from "../../rules/media/judge-room.ts";

const now = new Date("2026-01-05T08:00:00.000Z");
const later = new Date("2026-01-05T09:00:00.000Z");
const media = { status: "PENDING", sizeBytes: 10, contentType: "image/jpeg" } as const;
const announced = { sizeBytes: 10, contentType: "image/jpeg", purpose: "PROGRESS_PHOTO", now };
const upload = { id: "u", purpose: "PROGRESS_PHOTO", status: "PENDING", expiresAt: later } as const;

describe("An announced file", () => {
  test("with an open upload gets the same one again", () => {
    expect(judgeAnnouncement(media, [upload], announced)).toEqual({ kind: "SAME", uploadId: "u" });
  });

  test("with an upload that expires at this instant gets a new one", () => {
    const overdue = { ...upload, expiresAt: now };
    expect(judgeAnnouncement(media, [overdue], announced)).toEqual({ kind: "BEGIN" });
  });

  test.each(["REJECTED", "EXPIRED", "TERMINATED"] as const)(
    "gets a new upload after %s",
    (status) => {
      const other = { ...announced, contentType: "image/png" };
      const ended = { ...upload, status };
      expect(judgeAnnouncement({ ...media, status: "EXPIRED" }, [ended], other).kind).toBe("BEGIN");
    },
  );

  test("that is READY needs no upload, under any purpose", () => {
    const ready = { ...media, status: "READY" } as const;
    const meal = { ...announced, purpose: "MEAL_PHOTO" };
    const done = { ...upload, status: "READY" } as const;
    expect(judgeAnnouncement(ready, [done], announced)).toEqual({ kind: "SAME", uploadId: "u" });
    expect(judgeAnnouncement(ready, [done], meal)).toEqual({ kind: "THERE" });
  });

  test("cannot change size or type while it is READY or being uploaded", () => {
    for (const change of [{ sizeBytes: 11 }, { contentType: "image/png" }]) {
      const other = { ...announced, ...change };
      expect(judgeAnnouncement(media, [upload], other).kind).toBe("DIFFERS");
      expect(judgeAnnouncement({ ...media, status: "READY" }, [], other).kind).toBe("DIFFERS");
    }
  });

  test("only gets an upload again that is open or finished", () => {
    const uploads = fc.array(
      fc.record({
        id: fc.uuid(),
        purpose: fc.constantFrom("PROGRESS_PHOTO", "MEAL_PHOTO"),
        status: fc.constantFrom(...UPLOAD_STATUSES),
        expiresAt: fc.constantFrom(now, later),
      }),
    );
    fc.assert(
      fc.property(uploads, fc.constantFrom("PENDING", "READY", "EXPIRED"), (known, status) => {
        const judged = judgeAnnouncement({ ...media, status }, known, announced);
        if (judged.kind !== "SAME") return;
        const same = known.find(({ id }) => id === judged.uploadId);
        expect(same?.purpose).toBe("PROGRESS_PHOTO");
        expect(same?.status).toBe(status === "READY" ? "READY" : "PENDING");
      }),
    );
  });
});

describe("A file that arrived", () => {
  const file = { sizeBytes: 10, contentHash: "sha-256:a", contentType: "image/jpeg" } as const;
  const arrived = { sizeBytes: 10, contentHash: "sha-256:a", detectedType: "image/jpeg" };

  test("has the announced size, hash and first bytes", () => {
    expect(judgeFile(file, arrived)).toBeNull();
    expect(judgeFile(file, { ...arrived, sizeBytes: 9 })).toBe("SIZE_MISMATCH");
    expect(judgeFile(file, { ...arrived, contentHash: "sha-256:b" })).toBe("HASH_MISMATCH");
    expect(judgeFile(file, { ...arrived, detectedType: "text/html" })).toBe("TYPE_MISMATCH");
    expect(judgeFile(file, { ...arrived, detectedType: null })).toBe("TYPE_MISMATCH");
  });

  test("has the kind of its type, except for sound in a plain container", () => {
    const types = Object.keys(MEDIA_TYPES).filter((name): name is MediaType => name in MEDIA_TYPES);
    for (const contentType of types) {
      const { kind, looksLike } = MEDIA_TYPES[contentType];
      for (const mime of looksLike) {
        expect(judgeFile({ ...file, contentType }, { ...arrived, detectedType: mime })).toBeNull();
        const ofKind = mime.startsWith(kind.toLowerCase());
        expect(ofKind || (kind === "AUDIO" && mime.startsWith("video/"))).toBe(true);
      }
    }
  });
});

describe("Attached media", () => {
  const attachment = { uploadId: "u", purpose: "PROGRESS_PHOTO" } as const;
  const named = (changes: Partial<ReferencedUpload> = {}) =>
    new Map([
      [
        "u",
        {
          uploadId: "u",
          mediaId: "m",
          purpose: "PROGRESS_PHOTO",
          status: "PENDING",
          expiresAt: later,
          mediaStatus: "PENDING",
          ...changes,
        } as const,
      ],
    ]);

  test.each([
    ["READY", { mediaStatus: "READY", status: "READY" }, "THERE"],
    ["READY by another upload", { mediaStatus: "READY", status: "EXPIRED" }, "THERE"],
    ["missing", {}, "PENDING"],
    ["expired at this instant", { expiresAt: now }, "EXPIRED"],
    ["refused", { status: "REJECTED", mediaStatus: "REJECTED" }, "EXPIRED"],
    ["cancelled", { status: "TERMINATED" }, "EXPIRED"],
    ["of another purpose", { purpose: "VOICE_NOTE" }, "REFUSED"],
  ] as const)("are judged by the rule: %s", (_name, changes, kind) => {
    expect(judgeAttachments([attachment], named(changes), now).kind).toBe(kind);
  });

  test("that are unknown must be resent, and are not named", () => {
    const unknown = [attachment, { ...attachment, uploadId: "x" }];
    expect(judgeAttachments(unknown, named(), now)).toEqual({ kind: "EXPIRED", uploadIds: [] });
  });
});

test("There is room up to the very last byte, and not for one upload more", () => {
  const limits = { relationshipBytes: 100, openUploads: 2 };
  const usage = { relationshipBytes: 90, openUploads: 1 };
  expect(judgeRoom(usage, limits, 10)).toBe("ROOM");
  expect(judgeRoom(usage, limits, 11)).toBe("FULL");
  expect(judgeRoom({ ...usage, openUploads: 2 }, limits, 1)).toBe("CROWDED");
});

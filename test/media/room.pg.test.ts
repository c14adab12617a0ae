import { beforeEach, describe, expect, test } from "@jest/globals";
import { openUpload } from "../../activities/media/open-upload.ts";
import { settleUpload } from "../../activities/media/settle-upload.ts";
import { terminateUpload } from "../../activities/media/terminate-upload.ts";
import { type MediaLimits, MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { UploadOwner } from "../../db/media/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { announcement, hashOf, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { type BuiltScope, buildScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 10 });

const SIZE = 1_000;
const small: MediaLimits = { ...MEDIA_LIMITS, relationshipBytes: 4 * SIZE };
const few: MediaLimits = { ...MEDIA_LIMITS, openUploads: 3 };
let scope: BuiltScope;

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  scope = await buildScope(em);
});

describe("The quota of bytes of a relationship", () => {
  test("gives the last bytes to one of eight simultaneous uploads", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 10); round += 1) {
      scope = await buildScope(em);
      for (let index = 0; index < 3; index += 1) await begin(small);
      const senders = [asClient(scope), asCoach(scope)].flatMap((one) => [one, one, one, one]);
      const answers = await Promise.all(senders.map((sender) => begin(small, photo(SIZE), sender)));
      const refused = answers.filter((answer) => answer === "STATE_CONFLICT");
      expect(refused).toHaveLength(7);
    }
  });

  test("counts READY and open uploads of everybody who sends for the relationship", async () => {
    const bytes = photo(SIZE);
    await arrive(await begin(small, bytes), bytes);
    await begin(small, photo(2 * SIZE), asCoach(scope));
    expect(await begin(small, photo(SIZE + 1))).toBe("STATE_CONFLICT");
    expect(await begin(small)).not.toBe("STATE_CONFLICT");
    expect(await begin(small, photo(30))).toBe("STATE_CONFLICT");
    const other = await buildScope(em);
    expect(await begin(small, photo(4 * SIZE), asClient(other))).not.toBe("STATE_CONFLICT");
  });

  test("counts the same content once", async () => {
    const [there, coming] = [photo(2 * SIZE), photo(2 * SIZE)];
    const [thereId, comingId] = [await begin(small, there), await begin(small, coming)];
    await arrive(thereId, there);
    expect(await begin(small, there)).toBe(thereId);
    expect(await begin(small, coming)).toBe(comingId);
    expect(await begin(small, photo(30))).toBe("STATE_CONFLICT");
  });

  test("is released when an upload is cancelled, refused or expired", async () => {
    const [first, second, third] = [photo(SIZE), photo(SIZE), photo(2 * SIZE)];
    const ids = [await begin(small, first), await begin(small, second), await begin(small, third)];
    expect(await begin(small)).toBe("STATE_CONFLICT");
    await transact(em, (tx) => terminateUpload(tx, ids[0] ?? ""));
    expect(await begin(small)).not.toBe("STATE_CONFLICT");
    expect(await arrive(ids[1] ?? "", photo(SIZE))).toBe("REJECTED");
    expect(await begin(small)).not.toBe("STATE_CONFLICT");
    expect(await begin(small, photo(30))).toBe("STATE_CONFLICT");
    await moveClock(ownerUrl, 25 * 3_600);
    expect(await begin(small, photo(4 * SIZE))).not.toBe("STATE_CONFLICT");
  });
});

describe("The limit of open uploads", () => {
  test("holds per person, even for eight started at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(few)));
    expect(answers.filter((answer) => answer === "RATE_LIMITED")).toHaveLength(5);
    expect(await begin(few, photo(SIZE), asCoach(scope))).not.toBe("RATE_LIMITED");
    const [going = ""] = answers.filter((answer) => answer !== "RATE_LIMITED");
    await transact(em, (tx) => terminateUpload(tx, going));
    expect(await begin(few)).not.toBe("RATE_LIMITED");
    expect(await begin(few)).toBe("RATE_LIMITED");
  });
});

/** Announces a file. Returns the id of its upload, or the code of the refusal. */
async function begin(
  limits: MediaLimits,
  bytes = photo(SIZE),
  { relationshipId, ...sender }: Sender = asClient(scope),
): Promise<string> {
  const announced = announcement(relationshipId, bytes);
  try {
    return await transact(em, (tx) => openUpload(tx, { ...sender, announced, limits }));
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

interface Sender extends UploadOwner {
  readonly relationshipId: string;
}

function asClient({ clientUserId: userId, relationshipId }: BuiltScope): Sender {
  return {
    userId,
    as: "CLIENT",
    relationshipId,
  };
}

function asCoach({ coachUserId: userId, relationshipId }: BuiltScope): Sender {
  return {
    userId,
    as: "COACH",
    relationshipId,
  };
}

function arrive(uploadId: string, bytes: Buffer) {
  const contentHash = hashOf(bytes);
  const arrived = { sizeBytes: bytes.length, contentHash, detectedType: "image/jpeg" };
  return transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId: null }));
}

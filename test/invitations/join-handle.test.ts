import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { JOIN_HANDLE_MINUTES } from "../../contract/invitations/vocabulary.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { makeJoinHandle, readJoinHandle } from "../../rules/invitations/join-handle.ts";
import { type JoiningFacts, judgeJoiner } from "../../rules/invitations/judge-joiner.ts";
import { keyedText } from "../../rules/keyed-text.ts";

const key = new Uint8Array(32).fill(7);
const now = new Date("2026-11-21T12:00:00.000Z");
const id = "019a7b1c-0000-7000-8000-000000000001";
const otherId = "019a7b1c-0000-7000-8000-000000000002";

describe("A join handle", () => {
  test("names its invitation and ends ten minutes after it was made", async () => {
    const { joinHandle, expiresAt } = await makeJoinHandle(key, id, now);
    expect(expiresAt.toISOString()).toBe("2026-11-21T12:10:00.000Z");
    expect(await readJoinHandle(key, joinHandle)).toEqual({ memberInvitationId: id, expiresAt });
    expect(joinHandle).toMatch(/^[\w.-]{1,256}$/);
  });

  test("is unknown if another invitation, a later end or another key is put in", async () => {
    const { joinHandle } = await makeJoinHandle(key, id, now);
    const [, end = "", code = ""] = joinHandle.split(".");
    const later = (Number.parseInt(end, 36) + 1).toString(36);
    for (const forged of [
      `${otherId}.${end}.${code}`,
      `${id}.${later}.${code}`,
      `${id}.0${end}.${code}`,
      `${id}.${end}.${code.slice(1)}A`,
      `${joinHandle}.`,
      ` ${joinHandle}`,
      joinHandle.toUpperCase(),
    ])
      expect([forged, await readJoinHandle(key, forged)]).toEqual([forged, null]);
    expect(await readJoinHandle(new Uint8Array(32).fill(8), joinHandle)).toBeNull();
  });

  test("is signed for its own purpose: no other text of the key serves as one, and it serves as no token", async () => {
    const token = await deriveInvitationToken(key, { id, generation: 1 });
    const end = now.getTime().toString(36);
    const others = [token, await keyedText(key, `${id}\n${end}`)];
    for (const code of others) expect(await readJoinHandle(key, `${id}.${end}.${code}`)).toBeNull();
    const { joinHandle } = await makeJoinHandle(key, id, now);
    expect(joinHandle).not.toContain(token);
  });

  test("has one way to be written: the last character's unused bits change nothing unnoticed", async () => {
    const { joinHandle } = await makeJoinHandle(key, id, now);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = joinHandle.at(-1) ?? "";
    for (const character of alphabet) {
      const read = await readJoinHandle(key, joinHandle.slice(0, -1) + character);
      expect([character, read !== null]).toEqual([character, character === last]);
    }
  });

  test("reads any text without a fault, and takes none that was not signed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
        expect(await readJoinHandle(key, text)).toBeNull();
      }),
    );
  });
});

describe("A person who comes with a join handle", () => {
  const handleExpiresAt = new Date(now.getTime() + JOIN_HANDLE_MINUTES * 60_000);
  const facts: JoiningFacts = {
    status: "ACTIVE",
    expiresAt: new Date(now.getTime() + 86_400_000),
    workspaceStatus: "ACTIVE",
    handleExpiresAt,
    isAcceptedByThem: false,
    isMember: false,
    provesAddress: true,
  };
  const lastInstant = new Date(handleExpiresAt.getTime() - 1);

  test("joins until the last millisecond of the ten minutes, and is refused from the tenth minute on", () => {
    expect(judgeJoiner(facts, lastInstant)).toBe("OPEN");
    expect(judgeJoiner(facts, handleExpiresAt)).toBe("VALIDATION_EXPIRED");
    expect(judgeJoiner({ ...facts, handleExpiresAt: null }, handleExpiresAt)).toBe("OPEN");
  });

  test("learns nothing about the invitation from an expired handle", () => {
    for (const change of [
      { status: "REVOKED" },
      { status: "CONSUMED" },
      { workspaceStatus: "SUSPENDED" },
      { provesAddress: false },
    ] as const)
      expect(judgeJoiner({ ...facts, ...change }, handleExpiresAt)).toBe("VALIDATION_EXPIRED");
  });

  test("gets the same answer again after joining, also once the handle has expired", () => {
    const taken = { ...facts, status: "CONSUMED", isAcceptedByThem: true, isMember: true } as const;
    expect(judgeJoiner(taken, handleExpiresAt)).toBe("TAKEN");
    expect(judgeJoiner({ ...taken, isMember: false }, now)).toBe("INVITATION_CONSUMED");
    expect(judgeJoiner({ ...taken, isAcceptedByThem: false }, now)).toBe("INVITATION_CONSUMED");
  });

  test("is refused for the invitation's state before the person's address, and for a place they have", () => {
    const stranger = { ...facts, provesAddress: false };
    expect(judgeJoiner(stranger, now)).toBe("INVITATION_CONTACT_MISMATCH");
    expect(judgeJoiner({ ...stranger, status: "REVOKED" }, now)).toBe("INVITATION_REVOKED");
    expect(judgeJoiner({ ...stranger, expiresAt: now }, now)).toBe("INVITATION_EXPIRED");
    expect(judgeJoiner({ ...facts, isMember: true }, now)).toBe("ALREADY_MEMBER");
  });
});

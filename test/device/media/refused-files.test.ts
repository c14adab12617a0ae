import { expect, test } from "@jest/globals";
import type { HttpAnswer } from "../../../device/ports/http.ts";
import { problem } from "../../factories/device/fake-api.ts";
import {
  attachText,
  mediaPhone,
  type MediaPhone,
  onlyFile,
  queueWith,
} from "../../factories/device/media-phone.ts";

/** Answers announcements with a problem until the returned function is called. */
function refuseAnnouncements({ world, uploads }: MediaPhone, refusal: HttpAnswer): () => void {
  world.intercept = (request) =>
    request.path === "/api/v1/client/uploads" ? refusal : uploads.answer(request);
  return () => {
    world.intercept = (request) => uploads.answer(request);
  };
}

/** A conflict with its narrower code, as the server sends it. */
function conflict(code: string): HttpAnswer {
  const answer = problem({ code: "STATE_CONFLICT", pointers: ["/"] });
  return {
    ...answer,
    text: answer.text.replace('"pointer":"/"', `"pointer":"/","code":"${code}"`),
  };
}

test("A picture that the server answers with 429 is sent by itself after the pause that the server named", async () => {
  const phone = await mediaPhone();
  const { world, uploads, scope, media } = phone;
  const allow = refuseAnnouncements(
    phone,
    problem({ code: "RATE_LIMITED", retryAfterSeconds: 120 }),
  );
  const queued = await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  const waiting = await onlyFile(media, ({ waitsFor }) => waitsFor !== null);
  allow();
  await media.send();
  const early = uploads.all().length;
  world.clock.advance(120_000);
  const verdict = await queued.verdict();

  expect(waiting).toMatchObject({ waitsFor: "RETRY_AT", status: "STORED" });
  expect((waiting.retryAt ?? 0) - world.clock.now()).toBe(0);
  expect(early).toBe(0);
  expect(verdict.status).toBe("ACCEPTED");
});

test("A picture that finds the storage of the relationship full says why it waits, and is sent by itself once there is room", async () => {
  const phone = await mediaPhone();
  const { world, scope, media } = phone;
  const allow = refuseAnnouncements(phone, conflict("STORAGE_FULL"));
  const queued = await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  const waiting = await onlyFile(media, ({ waitsFor }) => waitsFor !== null);
  const state = await queued.state();
  allow();
  world.clock.advance(15 * 60_000);
  const verdict = await queued.verdict();

  expect(waiting).toMatchObject({ status: "STORED", waitsFor: "STORAGE" });
  expect(state).toMatchObject({ status: "QUEUED", waitsFor: "MEDIA" });
  expect(verdict.status).toBe("ACCEPTED");
});

test("A picture that the server knows with another type waits for the person, who replaces it", async () => {
  const phone = await mediaPhone();
  const { scope, media } = phone;
  const allow = refuseAnnouncements(phone, conflict("ANNOUNCED_OTHERWISE"));
  const mediaId = await attachText(media, "a picture of lunch");
  const queued = await queueWith(scope, "lunch", mediaId);
  const refused = await onlyFile(media, ({ status }) => status === "REJECTED");
  allow();
  const bytes = new TextEncoder().encode("another picture");
  await media.replace({ mediaId, bytes, purpose: "PROGRESS_PHOTO", type: "image/png" });
  const verdict = await queued.verdict();

  expect(refused).toMatchObject({ waitsFor: "PERSON", rejectionCode: "ANNOUNCED_OTHERWISE" });
  expect(verdict.status).toBe("ACCEPTED");
  expect(await media.files()).toMatchObject([{ status: "RECEIVED", operations: ["lunch"] }]);
});

test("A picture whose session ended waits for the sign-in, and is sent after it", async () => {
  const phone = await mediaPhone();
  const { world, device, scope, media } = phone;
  const allow = refuseAnnouncements(phone, problem({ code: "UNAUTHENTICATED" }));
  world.renews = false;
  const queued = await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  const waiting = await onlyFile(media, ({ waitsFor }) => waitsFor !== null);
  allow();
  world.renews = true;
  await device.signIn(world.tokens());
  const verdict = await queued.verdict();

  expect(waiting).toMatchObject({ status: "STORED", waitsFor: "SIGN_IN" });
  expect(verdict.status).toBe("ACCEPTED");
});

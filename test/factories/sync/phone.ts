import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { DeviceSurface, Surface } from "../../../contract/accounts/vocabulary.ts";
import { registeredDeviceSchema } from "../../../contract/sync/device-schema.ts";
import {
  type Operation,
  syncAnswerSchema,
  type SyncAnswer,
} from "../../../contract/sync/schema.ts";
import { syncSnapshotSchema } from "../../../contract/sync/snapshot-schema.ts";
import type { TestAnswer, TestApi, TestRequest } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import type { BuiltAgenda } from "../plans/plans.ts";
import { buildPairInItsDay, type SignedInPair } from "../accounts/signed-in-pair.ts";

/** A phone with a session and a registered device, in the middle of its client's day. */
export interface Phone {
  readonly pair: SignedInPair;
  readonly relationshipId: string;
  readonly token: string;
  readonly deviceId: string;
  readonly agenda: BuiltAgenda;
}

/** A new coach, client and agenda, and the client's phone, registered over HTTP. */
export async function buildPhone(
  api: TestApi,
  issuer: TestIssuer,
  options: Parameters<typeof buildPairInItsDay>[2] = {},
): Promise<Phone> {
  const { em } = api.deps.database;
  const { agenda, ...pair } = await buildPairInItsDay(em, issuer, options);
  const { relationshipId, clientToken: token } = pair;
  const deviceId = await registeredDevice(api, token);
  return { pair, relationshipId, token, deviceId, agenda };
}

/** Body of a device registration. */
export function registrationBody(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    appSurface: "CLIENT_MOBILE" satisfies DeviceSurface,
    installationId: randomUUID(),
    appVersion: "1.2.3",
    buildNumber: 45,
    platform: "IOS",
    osVersion: "19.1",
    ...changes,
  };
}

/** Registers a device over HTTP. */
export async function registeredDevice(
  api: TestApi,
  token: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const request = { token, key: randomUUID(), body: registrationBody(changes) };
  const answer = await api.call("POST", "/api/v1/client/devices", request);
  return registeredDeviceSchema.parse(answer.data).deviceId;
}

/** Path of both halves of relationship sync. */
export const syncPath = (relationshipId: string) =>
  `/api/v1/coach-client-relationships/${relationshipId}/sync`;

/** The body of the write half. */
export function syncBody(phone: Phone, operations: readonly unknown[], more: object = {}) {
  return { deviceId: phone.deviceId, operations, ...more };
}

/** Sends a batch; any answer is returned. */
export function send(
  api: TestApi,
  phone: Phone,
  operations: readonly unknown[],
  request: TestRequest = {},
): Promise<TestAnswer> {
  const { token } = phone;
  const body = syncBody(phone, operations);
  return api.call("POST", syncPath(phone.relationshipId), { token, body, ...request });
}

/** Sends a batch and expects it to be admitted. */
export async function sync(
  api: TestApi,
  phone: Phone,
  operations: readonly Operation[],
): Promise<SyncAnswer> {
  const answer = await send(api, phone, operations);
  return syncAnswerSchema.parse(answer.data);
}

/** Requests the read half; any answer is returned. */
export function ask(
  api: TestApi,
  phone: Phone,
  query: Readonly<Record<string, string>> = {},
  request: TestRequest = {},
): Promise<TestAnswer> {
  const search = new URLSearchParams({ deviceId: phone.deviceId, ...query });
  const path = `${syncPath(phone.relationshipId)}?${search.toString()}`;
  return api.call("GET", path, { token: phone.token, ...request });
}

/** Reads the read half. */
export async function snapshot(
  api: TestApi,
  phone: Phone,
  query: Readonly<Record<string, string>> = {},
) {
  return syncSnapshotSchema.parse((await ask(api, phone, query)).data);
}

const CLIENT_IDS: Record<Surface, string> = {
  WEB: "sideline-web",
  COACH_MOBILE: "sideline-coach-mobile",
  CLIENT_MOBILE: "sideline-client-mobile",
};

/** A token of one of the pair for another app, or with other claims. */
export function otherToken(
  issuer: TestIssuer,
  who: SignedInPair["client"] | SignedInPair["coach"],
  surface: Surface,
): Promise<string> {
  const sub = who.identity.subject;
  const client = { client_id: CLIENT_IDS[surface], azp: CLIENT_IDS[surface] };
  return issuer.sign({ claims: { sub, sid: `${surface}-of-${sub}`, ...client } });
}

/** The same person in the same app, with another sign-in. */
export async function signedInAgain(issuer: TestIssuer, phone: Phone): Promise<Phone> {
  const sub = phone.pair.client.identity.subject;
  const client = { client_id: "sideline-client-mobile", azp: "sideline-client-mobile" };
  return { ...phone, token: await issuer.sign({ claims: { sub, sid: randomUUID(), ...client } }) };
}

const problemSchema = z.looseObject({
  code: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ pointer: z.string() })).optional(),
});

/** Status, code and pointers of a refusal. */
export function refusalOf(answer: TestAnswer) {
  const { code, errors = [] } = problemSchema.parse(answer.body);
  return { status: answer.status, code, pointers: errors.map(({ pointer }) => pointer) };
}

/** The body of a refusal without the id of its request. */
export function refusalBody(answer: TestAnswer) {
  const { requestId: _requestId, ...rest } = problemSchema.parse(answer.body);
  return { status: answer.status, ...rest };
}

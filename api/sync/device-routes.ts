import { registerDevice } from "../../activities/sync/devices/register-device.ts";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  deviceParamsSchema,
  deviceRegistrationSchema,
  deviceSchema,
  deviceWithOrdersSchema,
  registeredDeviceSchema,
} from "../../contract/sync/device-schema.ts";
import { pageQuerySchema, pageSchema } from "../../contract/wire.ts";
import { listDevices } from "../../db/sync/queries.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, read, type Endpoint } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { presentDevice } from "./present.ts";
import { deviceSecretHash, revealDeviceSecret } from "./purge/device-secret-hash.ts";
import { purgeOrdersFor, revealAckTokens } from "./purge/purge-orders-for.ts";

/** Device routes (docs/rooms/sync.md#devices). */
export const deviceEndpoints: readonly Endpoint[] = [
  act({
    method: "POST",
    path: "/api/v1/client/devices",
    name: "registerDevice",
    summary: "Register this installation as a device",
    source: "docs/rooms/sync.md#devices",
    access: "device-owner",
    body: deviceRegistrationSchema,
    answer: registeredDeviceSchema,
    status: 201,
    idempotency: "key",
    about: aboutNobodyElse,
    async handle({ tx, body, granted, request, deps }) {
      const { userId, surface, appSessionId } = granted.caller;
      if (body.appSurface !== surface) throw new Refusal("APP_ROLE_MISMATCH");
      const { requestId } = request;
      const secretHashOf = (deviceId: string) => deviceSecretHash(deps, deviceId);
      const input = { userId, appSessionId, registration: body, requestId, secretHashOf };
      const { purgedDeviceIds: deviceIds, ...device } = await registerDevice(tx, input);
      const purgeOrders = await purgeOrdersFor(tx, deps, { deviceIds, begun: device.deviceId });
      return { ...presentDevice(device), purgeOrders, deviceSecret: null };
    },
    reveal: (answer, deps) => revealDeviceSecret(revealAckTokens(answer, deps), deps),
  }),
  read({
    method: "GET",
    path: "/api/v1/client/devices",
    name: "listDevices",
    summary: "List your devices, newest first",
    source: "docs/rooms/sync.md#devices",
    access: "device-owner",
    query: pageQuerySchema,
    answer: pageSchema(deviceSchema),
    async handle({ em, query, granted, deps }) {
      const { userId } = granted.caller;
      const pages = { deps, scope: `devices:${userId}` };
      const { rows, nextCursor } = await readIdPage(pages, query, async (page) => {
        const devices = await listDevices(em, { userId, ...page });
        return devices.map((device) => ({ id: device.deviceId, device }));
      });
      return { items: rows.map(({ device }) => presentDevice(device)), nextCursor };
    },
  }),
  act({
    method: "POST",
    path: "/api/v1/client/devices/{deviceId}/revoke",
    name: "revokeDevice",
    summary: "Revoke a device; repeatable",
    source: "docs/rooms/sync.md#devices",
    access: "device-owner",
    traffic: "SIGN_OUT",
    params: deviceParamsSchema,
    answer: deviceWithOrdersSchema,
    refusals: ["NOT_FOUND"],
    idempotency: "none",
    async handle({ tx, params: { deviceId }, granted, request, deps }) {
      const { userId } = granted.caller;
      const { requestId } = request;
      const device = await revokeDevice(tx, { userId, deviceId, requestId });
      const purgeOrders = await purgeOrdersFor(tx, deps, { deviceIds: [deviceId] });
      return { ...presentDevice(device), purgeOrders };
    },
    reveal: revealAckTokens,
  }),
];

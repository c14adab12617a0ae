import { deviceRegistrationSchema } from "../../../../contract/sync/device-schema.ts";
import {
  deviceSecretSchema,
  secretAcknowledgementSchema,
} from "../../../../contract/sync/purge-schema.ts";
import {
  type Operation,
  type RefetchHint,
  syncRequestSchema,
} from "../../../../contract/sync/schema.ts";
import type { HttpAnswer, HttpRequest } from "../../../../device/ports/http.ts";
import { scopeRefetch } from "../../../../rules/sync/scope-refetch.ts";
import { problem } from "../../../factories/device/fake-api.ts";
import { admitBatch } from "./admit-batch.ts";
import { answerConflicts } from "./conflicts.ts";
import { answerForms } from "./forms.ts";
import type { Caller, ModelServer } from "./model-server.ts";
import { handOverTo, openOrders, orderPurge } from "./purge-orders.ts";
import { readChanges } from "./read-changes.ts";
import { answerInbox } from "./inbox-routes.ts";
import { cursorOf, success } from "./success.ts";
import { layDay, presentDay } from "./tasks.ts";
import type { Relationship, ServerDevice } from "./types.ts";
import { answerWorkouts } from "./workouts.ts";

/** Answers a request as the product does. */
export async function answerRequest(
  server: ModelServer,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const [path = "", query = ""] = request.path.split("?");
  if (path === "/api/v1/client/purge-orders/find") return findOrders(server, request);
  if (path.endsWith("/ack")) return acknowledge(server, path, request);
  const token = (request.headers["authorization"] ?? "").replace("Bearer ", "");
  const person = server.personOf(token);
  if (person === null) return problem({ code: "UNAUTHENTICATED" });
  if (path === "/api/v1/auth/logout") return logOut({ server, person }, token);
  if (server.suspended.has(person)) return problem({ code: "USER_SUSPENDED" });
  const caller = { server, person, session: sessionOf(token) };
  if (path === "/api/v1/auth/client-me") return readPerson(caller);
  if (path === "/api/v1/client/devices") return register(caller, request);
  if (server.surface === "COACH_MOBILE") {
    const answer = answerInbox(caller, path, new URLSearchParams(query));
    if (answer !== null) return answer;
  }
  if (path.startsWith("/api/v1/client/form-assignments")) return answerForms(caller, path);
  if (path.startsWith("/api/v1/client/workout-sessions/conflicts"))
    return answerConflicts(caller, request);
  if (path.startsWith("/api/v1/client/workout")) return await answerWorkouts(caller, path);
  if (path === "/api/v1/client/today") return readToday(caller, new URLSearchParams(query));
  const relationship = server.stored.relationships.get(path.split("/")[4] ?? "");
  const isOpen = relationship?.person === person && relationship.status !== "ENDED";
  if (!path.endsWith("/sync") || relationship === undefined || !isOpen)
    return problem({ code: "NOT_FOUND" });
  return request.method === "GET"
    ? await readChanges(server, relationship, new URLSearchParams(query))
    : admit(caller, relationship, request);
}

const sessionOf = (token: string) => token.split("|")[0] ?? "";

function readPerson({ server, person }: Caller): HttpAnswer {
  const relationship = server.relationshipOf(person);
  const shown = relationship && {
    relationshipId: relationship.id,
    workspaceId: relationship.workspaceId,
  };
  return success(server, { user: { userId: `user-${person}` }, relationship: shown ?? null });
}

function register({ server, person, session }: Caller, request: HttpRequest): HttpAnswer {
  const { stored, uuid } = server;
  const key = request.headers["idempotency-key"] ?? "";
  const known = stored.devices.get(stored.registrations.get(key) ?? "");
  if (known !== undefined) return registered(server, known);
  const read = deviceRegistrationSchema.safeParse(JSON.parse(request.body ?? "null"));
  if (!read.success) return problem({ code: "VALIDATION_FAILED" });
  const { installationId } = read.data;
  for (const former of stored.devices.values()) {
    if (former.installationId !== installationId || !former.isActive) continue;
    former.isActive = false;
    if (former.person !== person)
      orderPurge(stored, former, { trigger: "ACCOUNT_SWITCH", now: server.now(), uuid });
  }
  const secret = uuid().replaceAll("-", "").padEnd(43, "s");
  const device = { id: uuid(), person, installationId, session, secret, isActive: true };
  stored.devices.set(device.id, device);
  stored.registrations.set(key, device.id);
  return registered(server, device);
}

function registered(server: ModelServer, device: ServerDevice): HttpAnswer {
  const { id: deviceId, secret: deviceSecret } = device;
  const purgeOrders = handOverTo(server.stored, device);
  return success(server, { deviceId, deviceSecret, purgeOrders });
}

function logOut({ server, person }: Pick<Caller, "server" | "person">, token: string): HttpAnswer {
  const session = sessionOf(token);
  server.endSession(session);
  server.witness.orderedPurges.add(person);
  const devices = [...server.stored.devices.values()].filter((one) => one.session === session);
  for (const device of devices.filter(({ isActive }) => isActive)) {
    device.isActive = false;
    const { uuid } = server;
    orderPurge(server.stored, device, { trigger: "LOGOUT", now: server.now(), uuid });
  }
  const purgeOrders = devices.flatMap(({ id }) => openOrders(server.stored, id));
  return success(server, { purgeOrders });
}

function findOrders(server: ModelServer, request: HttpRequest): HttpAnswer {
  const { stored } = server;
  const read = deviceSecretSchema.safeParse(JSON.parse(request.body ?? "null"));
  const device = [...stored.devices.values()].find(
    ({ secret }) => secret === read.data?.deviceSecret,
  );
  if (device === undefined) return problem({ code: "NOT_FOUND" });
  return success(server, { items: openOrders(stored, device.id) });
}

function acknowledge(server: ModelServer, path: string, request: HttpRequest): HttpAnswer {
  const { stored } = server;
  const read = secretAcknowledgementSchema.safeParse(JSON.parse(request.body ?? "null"));
  if (!read.success) return problem({ code: "VALIDATION_FAILED" });
  const order = stored.orders.get(path.split("/").at(-2) ?? "");
  const device = stored.devices.get(order?.deviceId ?? "");
  if (order === undefined || device?.secret !== read.data.deviceSecret)
    return problem({ code: "NOT_FOUND" });
  order.acknowledgedAt ??= server.now().toISOString();
  return success(server, {});
}

function readToday({ server, person }: Caller, query: URLSearchParams): HttpAnswer {
  const relationship = server.relationshipOf(person);
  if (relationship === undefined) return problem({ code: "NOT_FOUND" });
  const localDate = server.now().toISOString().slice(0, 10);
  const isLaid = [...relationship.tasks.values()].some(
    (one) => one.planned.localDate === localDate,
  );
  if (!isLaid) layDay(relationship, { localDate, now: server.now() });
  const day = presentDay(relationship, {
    localDate,
    epoch: server.epoch,
    knownChecksum: query.get("agendaChecksum"),
    cursor: cursorOf(server, relationship),
  });
  server.witness.show(day.tasks ?? []);
  return success(server, day);
}

function admit(
  { server, person }: Caller,
  relationship: Relationship,
  request: HttpRequest,
): HttpAnswer {
  const read = syncRequestSchema.safeParse(JSON.parse(request.body ?? "null"));
  if (!read.success) {
    server.witness.breaches.push(`a malformed batch: ${read.error.message}`);
    return problem({ code: "VALIDATION_FAILED" });
  }
  const { deviceId, clientCursor, operations } = read.data;
  const device = server.stored.devices.get(deviceId);
  if (device?.isActive !== true || device.person !== person)
    return problem({ code: "DEVICE_REVOKED" });
  const pointers = operations.flatMap(({ clientOperationId }, ordinal) =>
    server.unreadable.has(clientOperationId) ? [`/operations/${ordinal}/payload`] : [],
  );
  if (pointers.length > 0) return problem({ code: "VALIDATION_FAILED", pointers });
  if (operations.some(({ clientOperationId }) => server.crashing.has(clientOperationId)))
    return problem({ code: "INTERNAL" });
  for (const operation of operations) server.witness.arrive(person, operation);
  const refetch = cursorHints(server, relationship, { deviceId, clientCursor });
  const results = admitBatch(
    {
      relationship,
      lineageId: device.installationId,
      now: server.now(),
      uuid: server.uuid,
      provisional: (operation) => provisionalFor(server, operation),
      onVerdict: (operation, result) => server.witness.decide(server.epoch, operation, result),
      onBreach: (breach) => server.witness.breaches.push(breach),
    },
    operations,
  );
  const serverCursor = cursorOf(server, relationship);
  return success(server, { results, serverCursor, scopeState: relationship.status, refetch });
}

/** The answer has the newest cursor: a hint covers the changes that the device would skip by storing it. */
function cursorHints(
  server: ModelServer,
  relationship: Relationship,
  { deviceId, clientCursor }: { deviceId: string; clientCursor: string | null | undefined },
): readonly RefetchHint[] {
  if (clientCursor === undefined || clientCursor === cursorOf(server, relationship)) return [];
  const [epoch] = clientCursor?.split(".") ?? [];
  const scope = { relationshipId: relationship.id, deviceId };
  if (clientCursor === null || epoch !== String(server.epoch))
    return [scopeRefetch(scope, "CURSOR")];
  return [scopeRefetch({ ...scope, since: clientCursor }, "CHANGED")];
}

function provisionalFor({ provisional }: ModelServer, { clientOperationId }: Operation) {
  const answer = provisional.get(clientOperationId);
  if (answer === undefined || answer.left === 0) return null;
  answer.left -= 1;
  return answer.code;
}

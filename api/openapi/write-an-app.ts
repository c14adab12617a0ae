import { RESOLUTIONS } from "../../contract/sync/vocabulary.ts";
import { EXAMPLES } from "./examples.ts";
import { LOSE_NOTHING } from "./lose-nothing.ts";

/** The first page of the reference: from a token to the first verdict. */
export function writeAnApp(publicUrl: string): string {
  const batch = JSON.stringify(EXAMPLES["SyncRequest"], null, 2);
  const resolutions = RESOLUTIONS.map((resolution) => `\`${resolution}\``).join(", ");
  return `A device sends claims; only the server turns them into facts. An app works offline,
stores its owner's actions as *operations* in an outbox, and submits them when it can.

# Write an app

## Get a token
People sign in at the identity provider with an authorization code and PKCE. The app is the token's
\`client_id\`, which decides the routes it may use. \`GET /api/v1/auth/providers\` lists the ways to
sign in. \`npm run demo -- --small\` starts a stack with a client on your own machine. In another terminal:

\`\`\`sh
TOKEN=$(npm run --silent token -- alex.winter@example.com --client client-mobile)
API="${publicUrl}/api/v1"
AUTH="Authorization: Bearer $TOKEN"
JSON="Content-Type: application/json"
pick() { node -pe "JSON.parse(require('fs').readFileSync(0)).data.$1"; }
\`\`\`

Send the token with every request. It lives for minutes (\`expires_in\` of the provider's answer): renew it with the
refresh token before it expires, and once after a 401. Routes that require an \`Idempotency-Key\` return
the same answer for the same key and body, however often they are sent.

## Generate a client
\`npm run clients:try\` compiles a first batch with clients by openapi-typescript, @hey-api/openapi-ts and orval.
\`npm run clients:generate\` does so with openapi-generator for Kotlin; for Swift and Dart it generates without compiling.
Set the serializer to omit absent fields (\`explicitNulls = false\` in Kotlin), because null is refused where it means
nothing.

## Find your scope
A *scope* is the unit that a device syncs: one coaching relationship. \`GET /api/v1/auth/client-me\` returns the
client's; a coach finds those of a workspace with
\`GET /api/v1/workspaces/{workspaceId}/relationships\`. A scope is \`ONBOARDING\`, \`ACTIVE\` or \`PAUSED\`; one
that ended is 404.

Register the installation once, keep its \`deviceId\`, put its \`deviceSecret\` into
the platform's secure storage, and read the scope:

\`\`\`sh
SCOPE=$(curl -s "$API/auth/client-me" -H "$AUTH" | pick relationship.relationshipId)
INSTALLATION=$(node -p "crypto.randomUUID()")
DEVICE=$(curl -s "$API/client/devices" -H "$AUTH" -H "$JSON" -H "Idempotency-Key: $INSTALLATION" -d '{
  "appSurface":"CLIENT_MOBILE","installationId":"'$INSTALLATION'","appVersion":"1.0.0","buildNumber":1,
  "platform":"IOS","osVersion":"19.1"}' | pick deviceId)
curl -s "$API/coach-client-relationships/$SCOPE/sync?deviceId=$DEVICE" -H "$AUTH"
TASK=$(curl -s "$API/client/today" -H "$AUTH" | pick 'tasks.find((task) => task.taskKind === "HABIT" && task.snapshot.metric === null).taskId')
\`\`\`

The answer has the digests of the device's slices and a \`serverCursor\`. Sent as \`since\` next time, it returns only
the changes. A \`digest\` is made of the rows of a slice: send those of your cache as \`digests=slice=sha-256:…\`, and only slices
that differ come back. A batch sends the cursor as \`clientCursor\` (\`null\` before the first) and returns the next
one. If others made changes in between, its \`refetch\` says where to read them first.

## Send the first batch
\`GET /api/v1/client/operation-types\` lists every operation with its versions and the schema of its payload.
\`payloadChecksum\` is \`sha-256:\` followed by the hex digest of the payload in its RFC 8785 form. Ids of operations are
chosen by the app. An operation keeps its id on every retry and counts once.

\`\`\`sh
SUM=$(printf '{"taskId":"%s"}' "$TASK" | sha256sum | cut -d" " -f1)
curl -s "$API/coach-client-relationships/$SCOPE/sync" -H "$AUTH" -H "$JSON" -d '{
  "deviceId":"'$DEVICE'","operations":[{"clientOperationId":"'$(node -p "crypto.randomUUID()")'",
  "operationType":"quick-log.complete-task","operationVersion":1,"localSequence":1,"expectedRevision":1,
  "clientRecordedAt":"'$(date -u +%Y-%m-%dT%H:%M:%S.000Z)'","payloadChecksum":"sha-256:'$SUM'",
  "payload":{"taskId":"'$TASK'"}}]}'
\`\`\`

A whole batch:

\`\`\`json
${batch}
\`\`\`

## Read the verdicts
A batch is answered 200 with a result for each operation, in order. A verdict is not an error.

| status | what the app does |
|---|---|
| \`ACCEPTED\`, \`ALREADY_ACCEPTED\` | removes it from the outbox; it is a fact, at \`acceptedRevision\` |
| \`REJECTED\`, \`CONFLICT\` | shows \`message\` and offers the choices in \`allowedResolutions\`: ${resolutions} |
| \`CONFLICT\` with \`conflict.supersededBy\` | may send the same action, as \`resubmitOf\`, on that task, item and revision |
| \`REFETCH_REQUIRED\` | keeps it, fetches the data named by \`refetch\`, sends it again after \`retryAfterSeconds\` |
| \`SCOPE_LOCKED\` | keeps it until the scope is active again |

An operation that is kept waits for \`retryAfterSeconds\`, or for a minute if the answer names no pause.

\`GET /api/v1/client/devices/{deviceId}/receipts\` lists the device's receipts, newest first. Each has its \`hash\`, the
SHA-256 of its RFC 8785 form with the \`previousHash\` of the receipt before; an app may verify this chain.

## Take workouts along, upload files
\`GET /api/v1/client/workouts/offline-manifest\` names the workouts to download, and
\`GET /api/v1/client/workout-tasks/{taskId}/offline-package\` is one of them. The operations of its session name
\`packageId\` and \`packageChecksum\`. \`workout.submit-session\` is complete in itself. \`POST
/api/v1/client/workout-sessions/sync\` takes the same operations and answers with conflicts in detail.

A photo is announced by \`POST /api/v1/client/uploads\` and sent by the tus protocol; an interrupted upload continues at
its offset. An operation names its media id as an attachment.

${LOSE_NOTHING}
## Stay compatible
Requests are strict: an unknown field is refused. Answers may grow: ignore fields you do not know, and fall back
from an unknown code to its \`category\`. Every refusal is an RFC 9457 problem with a \`code\`, a \`messageKey\` for
your own translation, and the \`requestId\` to quote to support.
`;
}

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
sign in. For a stack on your own machine, this command gets a token:

\`\`\`sh
TOKEN=$(npm run --silent token -- client@example.com --client client-mobile)
\`\`\`

Send it as \`Authorization: Bearer …\` with every request. Routes that require an \`Idempotency-Key\` return
the same answer for the same key and body, however often they are sent.

## Find your scope
A *scope* is the unit that a device syncs: one coaching relationship. \`GET /api/v1/auth/client-me\` returns the
client's \`relationshipId\`; a coach finds those of a workspace with
\`GET /api/v1/workspaces/{workspaceId}/relationships\`. A scope is \`ONBOARDING\`, \`ACTIVE\` or \`PAUSED\`; one
that ended is 404.

Register the installation once with \`POST /api/v1/client/devices\`, keep its \`deviceId\`, put its \`deviceSecret\` into
the platform's secure storage, and read the scope:

\`\`\`sh
curl "${publicUrl}/api/v1/coach-client-relationships/$SCOPE/sync?deviceId=$DEVICE" \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

The answer has the digests of the device's slices and a \`serverCursor\`. Sent as \`since\` next time, it returns only
the changes. A batch sends it as \`clientCursor\` (\`null\` before the first) and returns the next one. If others made
changes in between, its \`refetch\` says where to read them first.

## Send the first batch
\`GET /api/v1/client/operation-types\` lists every operation with its versions and the schema of its payload.
\`payloadChecksum\` is \`sha-256:\` followed by the hex digest of the payload in its RFC 8785 form. Ids of operations are
chosen by the app. An operation keeps its id on every retry and counts once.

\`\`\`sh
curl "${publicUrl}/api/v1/coach-client-relationships/$SCOPE/sync" \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d @batch.json
\`\`\`

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

${LOSE_NOTHING}
## Stay compatible
Requests are strict: an unknown field is refused. Answers may grow: ignore fields you do not know, and fall back
from an unknown code to its \`category\`. Every refusal is an RFC 9457 problem with a \`code\`, a \`messageKey\` for
your own translation, and the \`requestId\` to quote to support.
`;
}

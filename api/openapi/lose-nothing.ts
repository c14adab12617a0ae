/** What an app keeps, deletes and asks when it is refused: part of the first page of the reference. */
export const LOSE_NOTHING = `## Lose nothing
Keep what was sent until its verdict is there, and accepted operations as long as the cursor they came with.
\`410 CURSOR_EXPIRED\` may mean that the service goes on from a backup: read the scope anew and send again all
you hold; what is known is answered \`ALREADY_ACCEPTED\`. A result with \`judgedOnRevision\` was decided on that
revision, because the one it named is gone. What was refused is not sent again: its verdict was the last word, and its
person has seen it. An undo by \`undoesReceiptId\` also names \`undoesClientOperationId\` where this phone sent what it
takes back: what is sent again after a restore has another receipt.

An operation without a verdict may have arrived. One that you send in its place names it as \`resubmitOf\`. If that one
itself replaced operations without a verdict, name those too, newest first, as \`resubmitChain\`: then at most one of
them is accepted, in whatever order they arrive.

\`403 DEVICE_REVOKED\` says \`next: REGISTER\`: register the installation again, keep its queue and send it under
the new \`deviceId\`. Delete by purge orders only. One with \`queue: DELETE\` takes everything along. One with
\`queue: KEEP\` takes what is cached, at once; what was never sent stays sealed, shown to nobody, until
\`sealedUntil\`. When the same person registers the installation again, the order comes with the answer and says
\`handedOverTo\`: unseal, and send. Tell what you deleted unsent as \`lostOperations\`, what stays as
\`sealedOperations\`.

An order reaches what you queued under its \`deviceId\`, and what was handed over to that device, however late you
hear of it; it never reaches what you queued under a later device. So keep with each operation the \`deviceId\` it was
queued under, and add each one that takes it along. That list decides, not your clock: \`queuedBefore\` is the
server's, and shows when the next device registered. An order is told again until you acknowledge it.

## When the session is gone
A session may end from afar; then every route answers a plain \`401\`, and the phone has orders that its token no
longer reads. After any 401 that a renewed token does not cure, and after \`403 USER_SUSPENDED\`,
\`USER_PENDING_DELETION\` or \`USER_DELETED\`, ask by \`POST /api/v1/client/purge-orders/find\` with the
\`deviceSecret\` in the body, and without a token. Obey what it lists, oldest first, and acknowledge each by
\`POST /api/v1/client/purge-orders/{orderId}/ack\`. An empty list, or a 404, deletes nothing: the person signs in again.
While a queue is sealed ask once a day, for a later order may delete it. A device that has no secret (null, or
registered by an older version of the app) gets one when it registers again. Drop the secret of a former device once
the orders of the new registration are obeyed.
`;

/**
 * Retired words, each with the field's word that replaces it (docs/glossary.md). Names on the wire, of events and of
 * codes are not changed.
 */
export const retiredWords = [
  [/\bset[- ]aside\b|[sS]etAside(?!s\b)|SET_ASIDE/, "deferred operation, deferral"],
  [/[tT]oldClock/, "client clock"],
  [/\b(?:note|locked)Sight\b|[a-z]Sight\b|\bsight\b(?<!first sight)/, "last seen"],
  [/[tT]oldOutbox/, "client outbox"],
  [/\b[sS]ortOperations\b|\bSortedOperation\b/, "classify"],
  [/\bknow(?:Operations|Admission)\b|\b\w+Knowledge\b/, "load admission state"],
  [/\b[a-z]*[fF]ates?\b/, "outcome"],
  [/\b(?:retainedOf|fromRetained)\b/, "replay"],
  [/[wW]ithoutReceipt/, "provisional result"],
  [/\bnamed(?:Operations|Ids)\b/, "references"],
  [/\b[lL]ate(?:Actors?|ness)\b|\blate actors?\b/, "overdue actor"],
  [/\bkeep(?:Row|Answer|Validation|Submission|Media|Token|Seen|[A-Z]\w*State)\b/, "save, upsert"],
  [/\bhold(?:[A-Z]\w*)?(?:Task|Form|Login|Grant|Workspace|Provider)\b/, "lock"],
  [/\bnote(?:Agenda|[A-Z]\w*(?:Agenda|Device|Failure|Progress|Read|Upload|Wake))\b/, "record"],
  [
    /\btell(?:Workspace|Invitation|Provider|Alarms|Deletion|SilentDevices|OfEvent)\b/,
    "emit, notify",
  ],
  [/\b\w*Standings?\b/, "last seen, backlog, state, account state"],
  [/\bturn(?:ed)?Calendar\w*|\bTurnedCalendar\b/, "advance"],
  [/\bagreements?Of\b|\bagree(?:Tasks|Cards|Forms|Days)\b/, "reconcile"],
  [/\badmitAlone\b|\bAdmittedAlone\b/, "admit a task operation"],
  [/kind: "door"|\bDoorEndpoint\b/, "unmanaged"],
  [/\bdoor of sync\b/, "admission, admission route"],
  [/\b(?:Operation|Relationship|Matrix)Actors?\b|\bactor(?:Of|On)\b/, "principal"],
];

/**
 * Requests and answers of the device library, by the file that declares them. A schema that several need is declared
 * in the first of their files.
 */
export const WIRE_ROOTS = {
  "operation-types": [
    "OPERATION_VERSIONS",
    "LATER_VERSIONS",
    "OperationType",
    "OperationPayloads",
    "VersionedPayloads",
  ],
  "sync-types": ["SyncRequest", "SyncAnswer", "SyncSnapshot", "ReceiptPage", "Problem", "Meta"],
  "device-types": [
    "DeviceRegistration",
    "RegisteredDevice",
    "DevicePage",
    "OpenPurgeOrders",
    "PurgeOrderPage",
    "SecretAcknowledgement",
    "TokenAcknowledgement",
    "PushTokenRegistration",
    "Heartbeat",
    "ClientHeartbeatAnswer",
    "HeartbeatAnswer",
    "EndedSession",
  ],
  "today-types": ["TodayAgenda", "TodayRange", "TaskLog"],
  "workout-types": [
    "OfflineManifest",
    "OfflinePackageAnswer",
    "OfflineDelta",
    "WorkoutConflict",
    "ResolveWorkoutConflict",
    "ResolvedWorkoutConflict",
  ],
  "form-types": [
    "FormAssignmentPage",
    "OwnFormAssignment",
    "SaveFormDraft",
    "SavedDraft",
    "SubmitForm",
    "SubmittedForm",
  ],
  "media-types": ["UploadRequest", "Upload", "Media"],
  "account-types": [
    "ClientMe",
    "CoachMe",
    "RelationshipPage",
    "ClientRegistration",
    "InvitationPreview",
    "OwnOnboarding",
    "OnboardingTasks",
    "OwnClientProfile",
    "SaveClientProfile",
  ],
  "inbox-types": [
    "CoachTaskPage",
    "OwnInboxSummary",
    "InboxChanges",
    "CoachTaskDetail",
    "DailySummary",
  ],
} as const;

// Generated from the API by `npm run device:types`.

import type { Open, ReceiptChain } from "./sync-types.ts";

/** An app installation to register as a device: its platform, and where to send push messages. */
export interface DeviceRegistration {
  readonly appSurface: "COACH_MOBILE" | "CLIENT_MOBILE";
  readonly installationId: string;
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: "IOS" | "ANDROID";
  readonly osVersion: string;
  /** Name of the phone's model, such as Pixel 9; the person's list of sessions shows it. */
  readonly model?: string;
  readonly pushToken?: string;
  readonly reset?: boolean;
}

/** A registered device, its secret, and the purge orders of former devices. */
export interface RegisteredDevice {
  readonly deviceId: string;
  readonly appSurface: Open<"COACH_MOBILE" | "CLIENT_MOBILE">;
  readonly installationId: string;
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: Open<"IOS" | "ANDROID">;
  readonly osVersion: string;
  readonly pushTokenId: string | null;
  readonly lastSuccessfulSyncAt: string | null;
  readonly status: Open<"ACTIVE" | "REVOKED">;
  readonly replacesDeviceId: string | null;
  readonly chain: ReceiptChain;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revokedAt: string | null;
  readonly revocation: Open<
    "REVOKED" | "REGISTERED_AGAIN" | "ACCOUNT_SWITCH" | "SESSION_ENDED" | "TOO_MANY_DEVICES"
  > | null;
  readonly purgeOrders: readonly TokenedPurgeOrder[];
  /**
   * Secret by which the device reads and acknowledges its purge orders after its session has ended; keep it in
   * secure storage. Null for a device that was registered before secrets existed: register again.
   */
  readonly deviceSecret: string | null;
}

/** The same, with the token that acknowledges it without a session; the token is null once it was acknowledged. */
export interface TokenedPurgeOrder {
  readonly orderId: string;
  readonly deviceId: string;
  readonly trigger: Open<
    | "LOGOUT"
    | "ACCOUNT_SWITCH"
    | "RELATIONSHIP_END"
    | "PERMISSION_REVOCATION"
    | "WORKSPACE_SUSPENSION"
    | "ACCOUNT_DELETION"
    | "DEVICE_RESET"
    | "DEVICE_REVOCATION"
  >;
  readonly scope: PurgeScope;
  /** Treatment of unsent operations: sealed on the device, or deleted too. */
  readonly queue: Open<"KEEP" | "DELETE">;
  /** When a sealed queue is deleted; null if nothing is sealed. */
  readonly sealedUntil: string | null;
  /** The device that takes over the queue, so that only cached data are deleted. */
  readonly handedOverTo: string | null;
  /**
   * When the installation's next device registered, by the server's clock. Operations queued under that device or
   * a later one are not part of the order; null if there is none. A phone decides by the device it queued under,
   * not by its clock.
   */
  readonly queuedBefore: string | null;
  readonly orderedAt: string;
  readonly acknowledgedAt: string | null;
  readonly count: number | null;
  readonly digest: string | null;
  readonly lostOperations: number | null;
  readonly sealedOperations: number | null;
  readonly ackToken: string | null;
  readonly ackTokenExpiresAt: string;
}

/** The cache scopes to delete; both ids are null if everything is to be deleted. */
export interface PurgeScope {
  readonly kind: Open<"ALL" | "WORKSPACE" | "RELATIONSHIP">;
  readonly workspaceId: string | null;
  readonly relationshipId: string | null;
}

/** One page of a list, with at most `limit` items; at the end of the list `nextCursor` is null. */
export interface DevicePage {
  readonly items: readonly Device[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null;
}

/** A device as its owner sees it; the push token itself never leaves the server. */
export interface Device {
  readonly deviceId: string;
  readonly appSurface: Open<"COACH_MOBILE" | "CLIENT_MOBILE">;
  readonly installationId: string;
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: Open<"IOS" | "ANDROID">;
  readonly osVersion: string;
  readonly pushTokenId: string | null;
  readonly lastSuccessfulSyncAt: string | null;
  readonly status: Open<"ACTIVE" | "REVOKED">;
  readonly replacesDeviceId: string | null;
  readonly chain: ReceiptChain;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revokedAt: string | null;
  readonly revocation: Open<
    "REVOKED" | "REGISTERED_AGAIN" | "ACCOUNT_SWITCH" | "SESSION_ENDED" | "TOO_MANY_DEVICES"
  > | null;
}

/** Purge orders that the device has not acknowledged. */
export interface OpenPurgeOrders {
  /** Open orders of the device, oldest first, at most 100: acknowledge them and ask again. */
  readonly items: readonly PurgeOrder[];
}

/** A purge order, as shown to the device's owner. */
export interface PurgeOrder {
  readonly orderId: string;
  readonly deviceId: string;
  readonly trigger: Open<
    | "LOGOUT"
    | "ACCOUNT_SWITCH"
    | "RELATIONSHIP_END"
    | "PERMISSION_REVOCATION"
    | "WORKSPACE_SUSPENSION"
    | "ACCOUNT_DELETION"
    | "DEVICE_RESET"
    | "DEVICE_REVOCATION"
  >;
  readonly scope: PurgeScope;
  /** Treatment of unsent operations: sealed on the device, or deleted too. */
  readonly queue: Open<"KEEP" | "DELETE">;
  /** When a sealed queue is deleted; null if nothing is sealed. */
  readonly sealedUntil: string | null;
  /** The device that takes over the queue, so that only cached data are deleted. */
  readonly handedOverTo: string | null;
  /**
   * When the installation's next device registered, by the server's clock. Operations queued under that device or
   * a later one are not part of the order; null if there is none. A phone decides by the device it queued under,
   * not by its clock.
   */
  readonly queuedBefore: string | null;
  readonly orderedAt: string;
  readonly acknowledgedAt: string | null;
  readonly count: number | null;
  readonly digest: string | null;
  readonly lostOperations: number | null;
  readonly sealedOperations: number | null;
}

/** One page of a list, with at most `limit` items; at the end of the list `nextCursor` is null. */
export interface PurgeOrderPage {
  readonly items: readonly PurgeOrder[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null;
}

/** Acknowledgement without a session; the secret identifies the device. */
export interface SecretAcknowledgement {
  readonly count: number;
  readonly digest: string;
  /** Number of deleted operations that were never sent; they are lost. */
  readonly lostOperations: number;
  /** Operations that stay sealed on the device; 0 if the order deletes the queue. */
  readonly sealedOperations: number;
  readonly deviceSecret: string;
}

/** Acknowledgement without a session; the token identifies the order. */
export interface TokenAcknowledgement {
  readonly count: number;
  readonly digest: string;
  /** Number of deleted operations that were never sent; they are lost. */
  readonly lostOperations: number;
  /** Operations that stay sealed on the device; 0 if the order deletes the queue. */
  readonly sealedOperations: number;
  readonly ackToken: string;
}

/** Registration of a push token, as provided by the provider's library on the phone. */
export interface PushTokenRegistration {
  readonly provider: "FCM" | "APNS";
  readonly token: string;
}

/** Report of an app about itself; only a hash of `deviceId`, its installation id, is stored. */
export interface Heartbeat {
  readonly clientApp: "WEB" | "COACH_MOBILE" | "CLIENT_MOBILE";
  readonly deviceId: string;
  readonly appVersion: string;
  readonly pushTokenId?: string | null;
}

/** `relationshipStatus` is null for a client without a coach. */
export interface ClientHeartbeatAnswer {
  readonly lastSeenAt: string;
  readonly sessionStatus: Open<"ACTIVE" | "REVOKED">;
  readonly relationshipStatus: Open<"ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED"> | null;
}

/** The report extends neither session nor token. */
export interface HeartbeatAnswer {
  readonly lastSeenAt: string;
  readonly sessionStatus: Open<"ACTIVE" | "REVOKED">;
}

/** The ended session; a repeated request returns the first instant. */
export interface EndedSession {
  readonly sessionId: string;
  readonly revokedAt: string;
  readonly purgeOrders: readonly TokenedPurgeOrder[];
}

import type { Account } from "../../../device/account/types.ts";

/** The way from an invitation to an account, in memory. */
export const memoryAccount: Account = {
  preview: async ({ invitationToken }) =>
    invitationToken.startsWith("closed")
      ? { kind: "REFUSED", code: "INVITATION_EXPIRED" }
      : {
          kind: "INVITATION",
          invitation: {
            workspaceName: "Adler Coaching",
            coachDisplayName: "Miriam Adler",
            contact: { kind: "EMAIL", masked: "c***@example.com" },
            expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
          },
        },
  me: async () => ({ kind: "SIGN_IN" }),
  accept: async () => ({ kind: "SIGN_IN" }),
  onboarding: async () => null,
  dismiss: async () => {},
  refresh: async () => "READ",
  open: async () => ({ kind: "DONE", data: null }),
  skip: async () => ({ kind: "DONE", data: null }),
  complete: async () => ({ kind: "DONE", data: null }),
  saveProfile: async () => ({ kind: "DONE", data: null }),
};

/** Loads the parts that load on first use, so that each history has the same start. */
export async function loadParts(): Promise<void> {
  await Promise.all([
    import("../../../device/centre/make-centre.ts"),
    import("../../../device/coach/make-inbox.ts"),
    import("../../../device/coach/roster/read-coach.ts"),
    import("../../../device/coach/sync-coach.ts"),
    import("../../../device/forms/make-forms.ts"),
    import("../../../device/online/online-acts.ts"),
    import("../../../device/outbox/list-operations.ts"),
    import("../../../device/read/reading.ts"),
    import("../../../device/session/read-client.ts"),
    import("../../../device/session/register-device.ts"),
    import("../../../device/session/sign-in.ts"),
    import("../../../device/store/build-store.ts"),
    import("../../../device/workouts/conflicts/resolution-effect.ts"),
    import("../../../device/workouts/make-workouts.ts"),
  ]);
}

/** Code of a submission that the device does not send, because another device saved a draft that nobody saw here. */
export const UNSEEN_DRAFT = "UNSEEN_DRAFT";

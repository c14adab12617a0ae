/** The zone of times without a place: that of the coach's profile, as in mails. The browser's before a sign-in. */
export const readerZone = (): string | undefined => reader.zone;

/** Says which zone the profile of the signed-in coach names. */
export const setReaderZone = (zone: string | undefined): void => {
  reader.zone = zone;
};

const reader: { zone: string | undefined } = { zone: undefined };

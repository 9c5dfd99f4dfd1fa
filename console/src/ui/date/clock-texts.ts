const read = (unit: string) => (number: string) => `${number.padStart(2, '0')} ${unit}`;

/** Hours and minutes, read aloud with the two digits that are seen, so that they can also be called by them. */
export const clockTexts = (hour: string, minute: string) => ({
  hoursClockNumberText: read(hour),
  minutesClockNumberText: read(minute),
});

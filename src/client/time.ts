// Creating a format takes much longer than using it.
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** The offset of a time zone from UTC at an instant, such as `+01:00`. */
export function utcOffset(instant: number, timeZone: string): string {
  const format = offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value;
  return name.replace('GMT', '') || '+00:00';
}

/** An instant as the API returns it in a time zone, such as `2031-03-12T19:00:00+01:00`. */
export function formatTime(instant: number, timeZone: string): string {
  const offset = utcOffset(instant, timeZone);
  const [hours, minutes] = offset.slice(1).split(':').map(Number);
  const shift = (offset.startsWith('-') ? -1 : 1) * (60 * hours! + minutes!) * 60_000;
  return `${new Date(instant + shift).toISOString().slice(0, 19)}${offset}`;
}

/** Whether a text is an existing second of UTC that has a year of four digits in every time zone, such as `2031-03-12T18:00:00Z`. */
export function isInstant(text: string): boolean {
  if (!/^(?!000[01]|999[89])\d{4}-[\dT:-]{14}Z$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString() === text.replace('Z', '.000Z');
}

/** Whether Node.js knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

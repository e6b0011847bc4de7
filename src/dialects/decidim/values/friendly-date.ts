import { DateTime, type DateTimeUnit } from 'luxon';
import type { Store } from '../../../store/store.ts';

/** The format of a time in the same unit as the present, the shortest unit first. */
const formats: [DateTimeUnit, string][] = [
  ['day', 'HH:mm'],
  ['week', 'ccc'],
  ['year', 'LLL dd'],
];

/** Formats a time relative to the present: `10:30` today, `Mon` in this week, `Jan 18` in this year, else `18.01.25`. */
export function formatFriendlyDate(time: string, locale: string, store: Store): string {
  const toLocal = (text: string) =>
    DateTime.fromMillis(store.parseDateTime(text), { zone: store.organization.timeZone, locale });
  const [date, now] = [toLocal(time), toLocal(store.now())];
  const format = formats.find(([unit]) => date > now.startOf(unit))?.[1] ?? 'dd.LL.yy';
  return date.toFormat(format);
}

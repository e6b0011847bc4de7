import type { Translations } from '../../store/records.ts';

/** The fields that can tell what a record is, the best first. */
const titleFields = ['title', 'name', 'body', 'announcement', 'reportedContent', 'badgeName', 'reason', 'blockReasons'];
const htmlFields = new Set(['body', 'announcement']);
const maxLength = 120;

/** A short text that says which record it is, in the default locale if it has one; null if the record has no text. */
export function titleOf(record: object, defaultLocale: string): string | null {
  for (const field of titleFields) {
    const value = (record as Record<string, Translations | string | null | undefined>)[field];
    const text = typeof value === 'object' && value ? (value[defaultLocale] ?? Object.values(value)[0]) : value;
    const line = (htmlFields.has(field) ? text?.replaceAll(/<[^>]*>/g, ' ') : text)?.replaceAll(/\s+/g, ' ').trim();
    if (line) return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line;
  }
  return null;
}

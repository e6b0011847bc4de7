const leadingDigits = /^\s*\+?0*(\d+)/;

/** An id as the platform's database takes one: the number that a text begins with, or 0. */
export const parseRecordId = (text: string): string => leadingDigits.exec(text)?.[1] ?? '0';

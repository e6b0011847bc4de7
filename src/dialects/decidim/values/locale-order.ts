/** Compares keys of a JSON object in the order in which PostgreSQL stores them (`jsonb`): shorter keys first, then by bytes. */
export const compareLocales = (a: string, b: string): number =>
  Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));

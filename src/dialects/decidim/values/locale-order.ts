const printableAscii = /^[ -~]*$/;

/** Compares keys of a JSON object in the order in which PostgreSQL stores them (`jsonb`): shorter keys first, then by bytes. */
export function compareLocales(a: string, b: string): number {
  // Buffers are several times slower, and one list compares hundreds of locales.
  if (printableAscii.test(a) && printableAscii.test(b)) return a.length - b.length || (a < b ? -1 : Number(a > b));
  return Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

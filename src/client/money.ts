const digits =
  /^(?<sign>-?)(?:(?<before>[^\d\s.,-]+)\s?)?(?<whole>\d{1,3}(?:[.,’'\s]\d{3})*)[.,](?<cents>\d\d)(?:\s?(?<after>[^\d\s.,-]+))?$/u;

/**
 * The amount of a text such as `€ 1,234.50` or `1.234,50 €`: the locale of a server decides the separators and the place of
 * the currency. Undefined if the text is not an amount with one currency and two decimals.
 */
export function parseMoney(text: string): number | undefined {
  const { sign, before, whole, cents, after } = digits.exec(text)?.groups ?? {};
  if (whole === undefined || (before === undefined) === (after === undefined)) return undefined;
  return Number(`${sign}${whole.replace(/\D/gu, '')}.${cents}`);
}

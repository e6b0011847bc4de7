/** Rounds half up to two decimals, from at most 16 significant decimal digits; the last two digits are the decimals. */
function roundToCents(amount: number): { isNegative: boolean; digits: string } {
  const [mantissa, exponent] = Math.abs(amount).toExponential().split('e') as [string, string];
  const significant = mantissa.replace('.', '').slice(0, 16);
  const decimals = significant.length - 1 - Number(exponent);
  const scaled = BigInt(significant) * 10n ** BigInt(Math.max(2 - decimals, 0));
  const divisor = 10n ** BigInt(Math.max(decimals - 2, 0));
  const cents = (scaled + divisor / 2n) / divisor;
  return { isNegative: amount < 0 && cents > 0n, digits: String(cents).padStart(3, '0') };
}

/** Formats an amount as the platform does: `€ 1,234.50`, `-€5.00`. */
export function formatMoney(amount: number, currency: string): string {
  const { isNegative, digits } = roundToCents(amount);
  const integerPart = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${isNegative ? `-${currency}` : `${currency} `}${integerPart}.${digits.slice(-2)}`;
}

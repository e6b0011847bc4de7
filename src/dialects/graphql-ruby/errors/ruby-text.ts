import { SimulatedServerError } from '../../../errors.ts';

// Ruby escapes control characters, unassigned code points, and line and paragraph separators.
const unprintable = /[\p{Cc}\p{Cn}\p{Zl}\p{Zp}]/u;

const escapes: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\f': '\\f',
  '\r': '\\r',
  '\v': '\\v',
  '\b': '\\b',
  '\u0007': '\\a',
  '\u001b': '\\e',
};

const hex = (value: number, length: number): string => value.toString(16).toUpperCase().padStart(length, '0');

/** Whether a code point is a Unicode scalar value, that is, neither a surrogate nor out of range. */
export const isUnicodeScalar = (code: number): boolean => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

/** Returns the UTF-8 bytes of a code point, also of one that is not a Unicode scalar value. */
export function utf8Bytes(code: number): number[] {
  if (code < 0x80) return [code];
  const count = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  const continuation = Array.from({ length: count }, (_, i) => 0x80 | ((code >> (6 * (count - 1 - i))) & 0x3f));
  return [((0xff00 >> (count + 1)) & 0xff) | (code >> (6 * count)), ...continuation];
}

/** Formats a byte that is not a character by itself, as Ruby's `String#inspect` does. */
export const inspectByte = (byte: number): string => `\\x${hex(byte, 2)}`;

const isPlainAscii = (code: number): boolean => code >= 0x20 && code <= 0x7e && code !== 0x22 && code !== 0x5c;

function inspectCodePoint(code: number): string {
  if (!isUnicodeScalar(code)) return utf8Bytes(code).map(inspectByte).join('');
  const character = String.fromCodePoint(code);
  if (isPlainAscii(code)) return character;
  const escape = escapes[character];
  if (escape) return escape;
  if (!unprintable.test(character)) return character;
  return code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`;
}

/** Returns the code points of a text. */
export function codePoints(text: string): number[] {
  const codes: number[] = [];
  for (const character of text) codes.push(character.codePointAt(0)!);
  return codes;
}

/** Formats code points as Ruby's `String#inspect` does, quotes included. */
export function inspectString(codes: readonly number[]): string {
  let text = '';
  for (const code of codes) text += inspectCodePoint(code);
  return `"${text.replace(/#(?=[{$@])/g, '\\#')}"`;
}

/** Formats a float as Ruby's JSON does: `1.0`, `0.00001`, `1.5e+20`. Throws SimulatedServerError for `-Infinity`. */
export function formatFloat(value: number): string {
  if (value === Infinity) return 'Infinity';
  if (!Number.isFinite(value)) throw new SimulatedServerError(`${value} not allowed in JSON`);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa, power] = Math.abs(value).toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const exponent = Number(power);
  // Power of ten of the last digit.
  const scale = exponent - digits.length + 1;
  if (scale >= 0 && exponent < 15) return `${sign}${digits}${'0'.repeat(scale)}.0`;
  if (scale < 0 && (scale > -7 || Math.abs(exponent) < 10)) {
    const padded = digits.padStart(1 - scale, '0');
    return `${sign}${padded.slice(0, scale)}.${padded.slice(scale)}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

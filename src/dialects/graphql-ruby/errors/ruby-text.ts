import { SimulatedServerError } from '../../../errors.ts';

// What Ruby holds for unprintable: controls, unassigned characters, and the separators of lines and of paragraphs.
const unprintable = /[\p{Cc}\p{Cn}\p{Zl}\p{Zp}]/u;

const named: Record<string, string> = {
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

/** Whether a code point may stand in a text. */
export const isUnicodeScalar = (code: number): boolean => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

/** The bytes of a code point in UTF-8; also of one that may not stand in a text. */
export function utf8Bytes(code: number): number[] {
  if (code < 0x80) return [code];
  const tails = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  const tail = Array.from({ length: tails }, (_, index) => 0x80 | ((code >> (6 * (tails - 1 - index))) & 0x3f));
  return [((0xff00 >> (tails + 1)) & 0xff) | (code >> (6 * tails)), ...tail];
}

/** A byte that is no character by itself, as `String#inspect` shows it. */
export const inspectByte = (byte: number): string => `\\x${hex(byte, 2)}`;

function inspectedCode(code: number): string {
  if (!isUnicodeScalar(code)) return utf8Bytes(code).map(inspectByte).join('');
  const character = String.fromCodePoint(code);
  const known = named[character];
  if (known) return known;
  if (!unprintable.test(character)) return character;
  return code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`;
}

/** The code points of a text. */
export const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

/** A text as Ruby's `String#inspect` shows it, quotes included. */
export const inspectString = (codes: readonly number[]): string =>
  `"${codes
    .map(inspectedCode)
    .join('')
    .replace(/#(?=[{$@])/g, '\\#')}"`;

/** A float as Ruby's JSON writes it: `1.0`, `0.00001`, `1.5e+20`. Minus infinity crashes the platform. */
export function formatFloat(value: number): string {
  if (value === Infinity) return 'Infinity';
  if (!Number.isFinite(value)) throw new SimulatedServerError(`${value} not allowed in JSON`);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa, power] = Math.abs(value).toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const exponent = Number(power);
  // Where the last digit stands: zeros that follow, or, below zero, places after the point.
  const places = exponent - digits.length + 1;
  if (places >= 0 && exponent < 15) return `${sign}${digits}${'0'.repeat(places)}.0`;
  if (places < 0 && (places > -7 || Math.abs(exponent) < 10)) {
    const padded = digits.padStart(1 - places, '0');
    return `${sign}${padded.slice(0, places)}.${padded.slice(places)}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

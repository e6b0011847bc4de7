const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A pattern for a text that ignores the case of its letters. */
const ignoringCase = (text: string): string =>
  [...text]
    .map((each) => (/[a-z]/i.test(each) ? `[${each.toLowerCase()}${each.toUpperCase()}]` : escapeRegExp(each)))
    .join('');

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

const patternsByCharacter = new Map<string, string[]>();

/** Patterns for one character: itself, or escaped as in JSON, URLs and HTML. Each is computed once, because secrets are long and many. */
function characterPatterns(character: string): string[] {
  let patterns = patternsByCharacter.get(character);
  if (!patterns) patternsByCharacter.set(character, (patterns = createPatterns(character)));
  return patterns;
}

function createPatterns(character: string): string[] {
  const code = character.codePointAt(0)!;
  const codeUnits = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const bytes = [...Buffer.from(character)];
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  const alternatives = [
    codeUnits.map((unit) => String.raw`\\{1,15}u` + ignoringCase(hex(unit, 4))).join(''),
    bytes.map((byte) => ignoringCase(`%${hex(byte, 2)}`)).join(''),
    `&#0*${code};`,
    `&#[xX]0*${ignoringCase(hex(code, 1))};`,
  ];
  if (entities[character]) alternatives.push(entities[character]);
  if (character === ' ') alternatives.push(String.raw`\+`);
  if ('"/'.includes(character)) alternatives.push(String.raw`\\{1,15}${escapeRegExp(character)}`);
  const json = JSON.stringify(character).slice(1, -1);
  // JSON inside JSON has more backslashes.
  if (json !== character)
    alternatives.push(json.startsWith('\\') ? String.raw`\\{1,15}${escapeRegExp(json.slice(1))}` : json);
  return [...alternatives, escapeRegExp(character)];
}

/** One way to write a secret. The patterns have the flag `u` and no groups. */
export interface SecretForm {
  /** A pattern for each part: a character, or the digits of a byte. */
  parts: string[];
  /** How many of the first parts are recognized without the others. */
  minLength: number;
  /** What must surround the whole. */
  before: string;
  after: string;
}

// A shorter secret may be an ordinary word: it must be a whole word, in its own case.
const minDistinctLength = 8;
// The beginning of a longer secret is a secret too.
const minSecretLength = 16;
const minPrefixLength = 12;
// Shorter forms in base64 and hexadecimal digits would match ordinary text.
const minBase64Length = 6;
const minHexBytes = 6;

const startOfWord = String.raw`(?<=^|[^A-Za-z0-9]|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})`;
const endOfWord = '(?![A-Za-z0-9])';

function plainForm(secret: string): SecretForm {
  const characters = [...secret];
  const isDistinct = characters.length >= minDistinctLength;
  const variantsOf = (character: string) =>
    isDistinct ? [...new Set([character, character.toLowerCase(), character.toUpperCase()])] : [character];
  return {
    parts: characters.map((character) => `(?:${variantsOf(character).flatMap(characterPatterns).join('|')})`),
    minLength: characters.length >= minSecretLength ? minPrefixLength : characters.length,
    before: isDistinct ? '' : startOfWord,
    after: isDistinct ? '' : endOfWord,
  };
}

const base64Characters: Record<string, string> = { '+': '(?:[+-]|%2[Bb])', '/': String.raw`(?:\\{0,15}\/|_|%2[Ff])` };

/** The forms in base64 and base64url, for each of the three offsets that a secret can have in a longer text. */
function base64Forms(secret: string): SecretForm[] {
  return [0, 1, 2].flatMap((offset) => {
    const length = offset + Buffer.byteLength(secret);
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    // The first and last characters also encode bits of the surrounding text.
    const core = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((length * 8) / 6));
    if (core.length < minBase64Length) return [];
    const parts = [...core].map((each) => base64Characters[each] ?? each);
    const minLength = length - offset >= minSecretLength ? Math.floor((minPrefixLength * 8) / 6) : parts.length;
    return [{ parts, minLength, before: '', after: '' }];
  });
}

function hexForms(secret: string): SecretForm[] {
  const bytes = [...Buffer.from(secret)];
  if (bytes.length < minHexBytes) return [];
  const parts = bytes.map((byte, index) => (index === 0 ? '' : '[: -]?') + ignoringCase(hex(byte, 2)));
  return [
    { parts, minLength: bytes.length >= minSecretLength ? minPrefixLength : bytes.length, before: '', after: '' },
  ];
}

/** The forms of a secret: as it is or in other case, escaped as in JSON, URLs and HTML, in base64, and in hexadecimal digits. */
export const secretForms = (secret: string): SecretForm[] => [
  plainForm(secret),
  ...base64Forms(secret),
  ...hexForms(secret),
];

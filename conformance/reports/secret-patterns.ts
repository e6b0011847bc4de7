const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A pattern for a text that ignores the case of its letters. */
const ignoringCase = (text: string): string =>
  [...text]
    .map((each) => (/[a-z]/i.test(each) ? `[${each.toLowerCase()}${each.toUpperCase()}]` : escapeRegExp(each)))
    .join('');

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** A pattern for one character: itself, or escaped as in JSON, URLs and HTML. */
function characterPattern(character: string): string {
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
  return `(?:${[...alternatives, escapeRegExp(character)].join('|')})`;
}

/** Patterns for a text in base64 and base64url, for each of the three offsets that it can have in a longer text. */
function base64Patterns(text: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const length = offset + Buffer.byteLength(text);
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
    // The first and last characters also encode bits of the surrounding text.
    const core = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((length * 8) / 6));
    // A shorter core would match ordinary text.
    if (core.length < 6) return [];
    return [escapeRegExp(core), escapeRegExp(core.replaceAll('+', '-').replaceAll('/', '_'))];
  });
}

/** Regular expressions (flag `u`, no capture groups) for every encoding of a secret: plain, JSON, URL, HTML and base64. */
export const secretPatterns = (secret: string): string[] => [
  [...secret].map(characterPattern).join(''),
  ...new Set(base64Patterns(secret)),
];

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A text whose letters match in both cases. */
const inAnyCase = (text: string): string =>
  [...text]
    .map((each) => (/[a-z]/i.test(each) ? `[${each.toLowerCase()}${each.toUpperCase()}]` : literally(each)))
    .join('');

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** One character as it may stand in a text: itself, or as JSON, URLs and HTML escape it. */
function characterForms(character: string): string {
  const code = character.codePointAt(0)!;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const bytes = [...Buffer.from(character)];
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  const forms = [
    units.map((unit) => String.raw`\\{1,15}u` + inAnyCase(hex(unit, 4))).join(''),
    bytes.map((byte) => inAnyCase(`%${hex(byte, 2)}`)).join(''),
    `&#0*${code};`,
    `&#[xX]0*${inAnyCase(hex(code, 1))};`,
  ];
  if (named[character]) forms.push(named[character]);
  if (character === ' ') forms.push(String.raw`\+`);
  if ('"/'.includes(character)) forms.push(String.raw`\\{1,15}${literally(character)}`);
  const json = JSON.stringify(character).slice(1, -1);
  // JSON within JSON has more backslashes.
  if (json !== character) forms.push(json.startsWith('\\') ? String.raw`\\{1,15}${literally(json.slice(1))}` : json);
  return `(?:${[...forms, literally(character)].join('|')})`;
}

/** What base64 makes of a text at each of the three places that it can begin at within a longer one. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const length = offset + Buffer.byteLength(text);
    const whole = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
    // The characters at both ends also hold bits of what stands beside the text.
    const core = whole.slice(Math.ceil((offset * 8) / 6), Math.floor((length * 8) / 6));
    // A shorter one is found in any text.
    if (core.length < 6) return [];
    return [literally(core), literally(core.replaceAll('+', '-').replaceAll('/', '_'))];
  });
}

/** Regular expressions, with the flag `u` and without groups, of every form that a secret may stand in. */
export const secretPatterns = (secret: string): string[] => [
  [...secret].map(characterForms).join(''),
  ...new Set(base64Forms(secret)),
];

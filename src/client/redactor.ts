import { escapeHtml } from '../escape-html.ts';
import type { Secret } from './target.ts';

/** Replaces the secrets in a text by their names. */
export type Redact = (text: string) => string;

// A shorter secret may be an ordinary word: it must be a whole word, in its own case.
const minDistinctLength = 8;
// The beginning of a longer secret is a secret too.
const minSecretLength = 16;
const minPrefixLength = 12;
// A shorter text in base64 would match ordinary texts.
const minBase64Length = 6;

/** One way to write a secret. */
interface Form {
  name: string;
  text: string;
  /** How many of the first characters are recognized without the others. */
  minLength: number;
  isWord: boolean;
}

/** How servers and reports write a text. */
function notationsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  return [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', String.raw`\/`),
    encodeURIComponent(Buffer.from(text).toString()),
    new URLSearchParams({ '': text }).toString().slice(1),
    encodeURI(Buffer.from(text).toString()),
    escapeHtml(text, /[&<>"]/g),
  ];
}

/** A secret in every notation, and in base64 at each of the three offsets that it can have in a longer text. */
function formsOf({ name, secret }: Secret): Form[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      // The first and last characters also encode bits of the surrounding text.
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const base64Url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const createForm = (text: string, prefix: number, isWord = false): Form => ({
    name,
    text,
    minLength: secret.length >= minSecretLength ? prefix : text.length,
    isWord,
  });
  return [
    ...[...new Set(notationsOf(secret))].map((text) =>
      createForm(text, minPrefixLength, secret.length < minDistinctLength),
    ),
    ...[...new Set([...base64, ...base64Url])]
      .filter(({ length }) => length >= minBase64Length)
      .map((text) => createForm(text, (minPrefixLength * 4) / 3)),
  ];
}

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const startOfWord = String.raw`(?<=^|[^A-Za-z0-9]|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})`;

const sourceOf = ({ text, minLength, isWord }: Form): string =>
  isWord ? `${startOfWord}${escapeRegExp(text)}(?![A-Za-z0-9])` : escapeRegExp(text.slice(0, minLength));

/** How much of a secret the text has at a position; 0 if it is too little. */
function lengthOf({ text: secret, minLength, isWord }: Form, text: string, position: number): number {
  let length = 0;
  while (length < secret.length) {
    const [a, b] = [secret[length]!, text[position + length]];
    if (a !== b && (isWord || a.toLowerCase() !== b?.toLowerCase())) break;
    length += 1;
  }
  return length < minLength ? 0 : length;
}

function compileRedact(secrets: readonly Secret[]): Redact {
  const known = [...new Map(secrets.toReversed().map((each) => [each.secret, each])).values()]
    .filter(({ secret }) => secret !== '')
    .toSorted((a, b) => b.secret.length - a.secret.length);
  if (known.length === 0) return (text) => text;
  const forms = known.flatMap(formsOf);
  const anyStart = new RegExp(forms.map(sourceOf).join('|'), 'gi');
  return (text) => {
    let redacted = '';
    let position = 0;
    anyStart.lastIndex = 0;
    for (let match = anyStart.exec(text); match; match = anyStart.exec(text)) {
      const { index } = match;
      // Tokens often have the same beginning; the longest match is the right one.
      const lengths = forms.map((form) => lengthOf(form, text, index));
      const length = Math.max(...lengths);
      if (length === 0) anyStart.lastIndex = index + 1;
      else {
        redacted += text.slice(position, index) + forms[lengths.indexOf(length)]!.name;
        position = index + length;
        anyStart.lastIndex = position;
      }
    }
    return redactTruncatedSecret(redacted + text.slice(position), known);
  };
}

/** The beginning of a secret at the end of a text, where a response was cut, may be shorter than elsewhere. */
function redactTruncatedSecret(text: string, secrets: readonly Secret[]): string {
  const [, shown = '', mark = ''] = /^(.*?)(…?)$/s.exec(text)!;
  for (const { name, secret } of secrets)
    for (let length = secret.length - 1; length >= minDistinctLength; length--)
      if (shown.endsWith(secret.slice(0, length))) return `${shown.slice(0, -length)}${name}${mark}`;
  return text;
}

/**
 * Creates the function that removes secrets from everything that leaves the suite: reports, drafts, ledgers, messages and
 * errors. The list of secrets may grow, because a sign-in adds a token.
 */
export function createRedactor(secrets: () => Secret[]): Redact {
  let compiled: { count: number; redact: Redact } | undefined;
  return (text) => {
    const all = secrets();
    if (compiled?.count !== all.length) compiled = { count: all.length, redact: compileRedact(all) };
    return compiled.redact(text);
  };
}

/** A copy of a JSON value without secrets, names of members included; a number is one only as a whole. */
export function redactValue<T>(value: T, redactText: Redact): T {
  // A report contains most of its texts many times.
  const redactedTexts = new Map<string, string>();
  const redact = (text: string): string => {
    const redacted = redactedTexts.get(text) ?? redactText(text);
    redactedTexts.set(text, redacted);
    return redacted;
  };
  const redactAny = (each: unknown): unknown => {
    if (typeof each === 'string') return redact(each);
    if (typeof each === 'number') {
      const redacted = redact(String(each));
      return Array.from(String(each)).some((digit) => redacted.includes(digit)) ? each : redacted;
    }
    if (Array.isArray(each)) return each.map(redactAny);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [redact(key), redactAny(member)]));
  };
  return redactAny(value) as T;
}

import { escapeHtml } from '../escape-html.ts';
import { replaceInText, secretMark } from './secrets.ts';
import type { Secret } from './target.ts';

/** Replaces the secrets in a text by their names. */
export type Redact = (text: string) => string;

// A shorter secret may be an ordinary word: it must be a whole word, in its own case.
const minDistinctLength = 8;
// The beginning of a longer secret is a secret too.
const minLongLength = 16;
const beginningLength = 12;
// A shorter text in base64 would match ordinary texts.
const minBase64Length = 6;

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

/** A text in base64, at each of the three offsets that it can have in a longer text. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text);
  const encoded = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      // The first and last characters also encode bits of the surrounding text.
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const both = encoded.flatMap((each) => [each, each.replaceAll('+', '-').replaceAll('/', '_')]);
  return both.filter(({ length }) => length >= minBase64Length);
}

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const startOfWord = String.raw`(?<=^|[^A-Za-z0-9]|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})`;
const restOfWord = String.raw`[^\s"'<>&,;…\\]*`;
const isOneWord = (text: string): boolean => new RegExp(`^${restOfWord}$`).test(text);

/** How many characters at their beginning two texts have in common. */
function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Compiles the search for secrets that are no ordinary words: in every notation, in base64, and for the beginning of a long one. */
function compileDistinct(secrets: readonly Secret[]): Redact {
  const forms = secrets.flatMap(({ name, secret }) => {
    const isLong = secret.length >= minLongLength;
    const formOf = (text: string, beginning: number) => ({
      name,
      text,
      lowerCase: text.toLowerCase(),
      isLong,
      beginning,
    });
    return [
      ...[...new Set(notationsOf(secret))].map((text) => formOf(text, beginningLength)),
      ...[...new Set(base64Of(secret))].map((text) => formOf(text, (beginningLength * 4) / 3)),
    ];
  });
  if (forms.length === 0) return (text) => text;
  const wholes = forms.filter(({ text, isLong }) => !isLong || !isOneWord(text));
  // Tokens often have the same beginning, which is searched for once.
  const patterns = new Set([
    ...wholes.map(({ text }) => escapeRegExp(text)),
    ...forms
      .filter(({ isLong }) => isLong)
      .map(({ text, beginning }) => escapeRegExp(text.slice(0, beginning)) + restOfWord),
  ]);
  const anyForm = new RegExp([...patterns].join('|'), 'gi');
  /** The name of the secret that matches best, and what follows a whole one. */
  const replace = (found: string): string => {
    const lengths = forms.map(({ lowerCase }) => commonLength(lowerCase, found.toLowerCase()));
    const length = Math.max(...lengths);
    const { name, text } = forms[lengths.indexOf(length)]!;
    return name + (length === text.length ? redact(found.slice(length)) : '');
  };
  const redact: Redact = (text) => text.replaceAll(anyForm, replace);
  return redact;
}

function compileRedact(secrets: readonly Secret[]): Redact {
  const known = secrets.filter(({ secret }) => secret !== '').toSorted((a, b) => b.secret.length - a.secret.length);
  const redactDistinct = compileDistinct(known.filter(({ secret }) => secret.length >= minDistinctLength));
  const words = known
    .filter(({ secret }) => secret.length < minDistinctLength)
    .map(({ name, secret }) => {
      const notations = notationsOf(secret).map(escapeRegExp).join('|');
      return { name, pattern: new RegExp(`${startOfWord}(?:${notations})(?![A-Za-z0-9])`, 'g') };
    });
  const redactKnown: Redact = (text) => {
    let redacted = redactDistinct(text);
    for (const { name, pattern } of words) redacted = redacted.replaceAll(pattern, () => name);
    return redactTruncatedSecret(redacted, known);
  };
  const names = new Set(known.flatMap(({ name }) => [name, `$${name}`]));
  /** A secret that is known has a name, which may be shown already. */
  const replace = (secret: string): string => {
    const redacted = redactKnown(secret);
    return redacted === secret && !names.has(secret) ? secretMark : redacted;
  };
  return (text) => replaceInText(redactKnown(text), replace);
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
 * errors. Known secrets are found wherever they are, others by their form or by the name before them. The list of known ones may grow,
 * because a sign-in adds a token.
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

import { type SecretForm, secretForms } from './secret-forms.ts';
import type { Secret } from './target.ts';

/** Replaces the secrets in a text by their names. */
export type Redact = (text: string) => string;

// The beginning of a secret at the end of a text, where a response was cut, may be shorter than elsewhere.
const minTruncatedLength = 8;

interface CompiledForm {
  name: string;
  /** Matches the shortest recognized beginning; the steps match the parts after it. */
  source: string;
  start: RegExp;
  steps: RegExp[];
}

function compile(name: string, { parts, minLength, before, after }: SecretForm): CompiledForm {
  const source = before + parts.slice(0, minLength).join('') + after;
  return {
    name,
    source,
    start: new RegExp(source, 'uy'),
    steps: parts.slice(minLength).map((part) => new RegExp(part, 'uy')),
  };
}

/** The end of a match of an expression at a position; undefined if there is none. */
function endOfMatch(expression: RegExp, text: string, position: number): number | undefined {
  expression.lastIndex = position;
  return expression.test(text) ? expression.lastIndex : undefined;
}

/** The end of as much of a secret as the text contains at a position. */
function endOfSecret({ start, steps }: CompiledForm, text: string, position: number): number | undefined {
  let end = endOfMatch(start, text, position);
  for (const step of steps) {
    const next = end === undefined ? undefined : endOfMatch(step, text, end);
    if (next === undefined) break;
    end = next;
  }
  return end;
}

function compileRedact(secrets: Secret[]): Redact {
  const bySecret = new Map<string, Secret>();
  for (const each of secrets) if (each.secret !== '' && !bySecret.has(each.secret)) bySecret.set(each.secret, each);
  const longestFirst = [...bySecret.values()].toSorted((a, b) => b.secret.length - a.secret.length);
  if (longestFirst.length === 0) return (text) => text;
  const forms = longestFirst.flatMap(({ name, secret }) => secretForms(secret).map((form) => compile(name, form)));
  const anyStart = new RegExp(forms.map(({ source }) => `(?:${source})`).join('|'), 'gu');
  return (text) => {
    let redacted = '';
    let position = 0;
    anyStart.lastIndex = 0;
    for (let match = anyStart.exec(text); match; match = anyStart.exec(text)) {
      // Tokens often have the same beginning; the longest match is the right one.
      const ends = forms.map((form) => endOfSecret(form, text, match.index) ?? 0);
      const end = Math.max(...ends);
      redacted += text.slice(position, match.index) + forms[ends.indexOf(end)]!.name;
      position = end;
      anyStart.lastIndex = end;
    }
    return redactTruncatedSecret(redacted + text.slice(position), longestFirst);
  };
}

function redactTruncatedSecret(text: string, secrets: Secret[]): string {
  const isMarked = text.endsWith('…');
  const shown = isMarked ? text.slice(0, -1) : text;
  for (const { name, secret } of secrets) {
    for (let length = secret.length - 1; length >= minTruncatedLength; length--) {
      if (shown.endsWith(secret.slice(0, length))) return `${shown.slice(0, -length)}${name}${isMarked ? '…' : ''}`;
    }
  }
  return text;
}

/**
 * Creates the function that removes secrets from everything that leaves the suite: reports, drafts, ledgers, messages and
 * errors. It knows every form of `secretForms`. The list of secrets may grow, because a sign-in adds a token.
 */
export function createRedactor(secrets: () => Secret[]): Redact {
  let compiled: { count: number; redact: Redact } | undefined;
  return (text) => {
    const all = secrets();
    if (compiled?.count !== all.length) compiled = { count: all.length, redact: compileRedact(all) };
    return compiled.redact(text);
  };
}

/** Redacts a number only if all of it is a secret, not if it contains the digits of one. */
function redactNumber(value: number, redact: Redact): unknown {
  const digits = String(value);
  const redacted = redact(digits);
  const isWhole = redacted !== digits && !Array.from(digits).some((digit) => redacted.includes(digit));
  return isWhole ? redacted : value;
}

/** A copy of a JSON value without secrets, names of members included. */
export function redactValue<T>(value: T, redactText: Redact): T {
  // A report contains most of its texts many times.
  const redactedTexts = new Map<string, string>();
  const redact = (text: string): string => {
    let redacted = redactedTexts.get(text);
    if (redacted === undefined) redactedTexts.set(text, (redacted = redactText(text)));
    return redacted;
  };
  const redactAny = (each: unknown): unknown => {
    if (typeof each === 'string') return redact(each);
    if (typeof each === 'number') return redactNumber(each, redact);
    if (Array.isArray(each)) return each.map(redactAny);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [redact(key), redactAny(member)]));
  };
  return redactAny(value) as T;
}

import type { Actor } from '../model/case.ts';
import type { CaseResult, Report } from '../model/report.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Secret, tokenVariable } from '../model/target.ts';
import { secretPatterns } from './secret-patterns.ts';

/** The token that is nobody's: it is public, and what makes the stranger's requests what they are. */
const nobodys = 'Bearer not.a.token';
const replaced = /^Bearer \$[A-Za-z_]\w*$/;

const authorizations = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers).filter(([name]) => name.toLowerCase() === 'authorization');

/** Whether an Authorization is written in the case itself, or is what stands for one. */
function isPublic(value: string, { case: { steps } }: CaseResult): boolean {
  if (value === nobodys || replaced.test(value)) return true;
  return steps.some(
    (step) => 'http' in step && authorizations(step.http.headers ?? {}).some(([, own]) => own === value),
  );
}

/** The tokens that were sent, by the names they get; those that the caller names keep their names. */
function sentTokens({ results }: Report): Secret[] {
  return results.flatMap((result) =>
    result.exchanges.flatMap(({ actor, request }) =>
      authorizations(request.headers)
        .filter(([, value]) => !isPublic(value, result))
        .map(([, value]) => ({ name: tokenVariable(actor), secret: value.replace(/^\S+\s+/, '') })),
    ),
  );
}

function redactText(secrets: Secret[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text;
  const pattern = new RegExp(secrets.map(({ secret }) => `(${secretPatterns(secret).join('|')})`).join('|'), 'gu');
  const nameOf = (groups: unknown[]): string => secrets[groups.findIndex((group) => group !== undefined)]!.name;
  return (text) => {
    const result = text.replaceAll(pattern, (_, ...groups: unknown[]) => nameOf(groups.slice(0, secrets.length)));
    return withoutCutSecret(result, secrets);
  };
}

/** A text without the first part of a secret at its end: an answer may have been cut there. */
function withoutCutSecret(text: string, secrets: Secret[]): string {
  for (const { name, secret } of secrets) {
    for (let length = secret.length - 1; length >= 8; length--) {
      if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${name}`;
    }
  }
  return text;
}

/** Whether a number is a secret as a whole; one that only holds its digits stays a number. */
const isWhole = (digits: string, text: (from: string) => string): boolean =>
  !Array.from(digits).some((digit) => text(digits).includes(digit)) && text(digits) !== digits;

function walk(value: unknown, text: (from: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return isWhole(String(value), text) ? text(String(value)) : value;
  if (Array.isArray(value)) return value.map((each) => walk(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), walk(each, text)]));
}

/**
 * A report in which every secret, and every token that was sent, is replaced by its name, in whatever form it stands; an
 * Authorization that the case does not hold itself is `Bearer $NAME`.
 */
export function redactReport(report: Report, secrets: Secret[]): Report {
  const found = new Map<string, Secret>();
  for (const each of [...secrets, ...sentTokens(report)]) {
    if (each.secret !== '' && !found.has(each.secret)) found.set(each.secret, each);
  }
  const known = [...found.values()].toSorted((a, b) => b.secret.length - a.secret.length);
  const text = redactText(known);

  const authorization = (value: string, actor: Actor): string => {
    const own = known.find(({ secret }) => value.includes(secret));
    return `Bearer $${own && /^[A-Za-z_]\w*$/.test(own.name) ? own.name : tokenVariable(actor)}`;
  };
  const headersOf = ({ request, actor }: Exchange, result: CaseResult): Record<string, string> => {
    const kept = walk(request.headers, text) as Record<string, string>;
    for (const [name, value] of authorizations(request.headers)) {
      if (!isPublic(value, result)) kept[name] = authorization(value, actor);
    }
    return kept;
  };
  const clean = walk(report, text) as Report;
  for (const [index, result] of report.results.entries()) {
    for (const [at, exchange] of result.exchanges.entries()) {
      clean.results[index]!.exchanges[at]!.request.headers = headersOf(exchange, result);
    }
  }
  return clean;
}

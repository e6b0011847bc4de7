import type { Actor } from '../model/case.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CaseResult, Report } from '../model/report.ts';
import { type Secret, tokenVariable } from '../model/target.ts';
import { secretPatterns } from './secret-patterns.ts';

type TransformText = (text: string) => string;

/** The header of the actor `stranger`; it is public. */
const strangerAuthorization = 'Bearer not.a.token';
const redactedAuthorization = /^Bearer \$[A-Za-z_]\w*$/;
// A truncated secret shorter than this is not recognized.
const minTruncatedLength = 8;

const authorizationHeaders = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers).filter(([name]) => name.toLowerCase() === 'authorization');

/** Whether an Authorization header contains no secret: it is written in the case, or already redacted. */
function isPublicAuthorization(value: string, { case: { steps } }: CaseResult): boolean {
  if (value === strangerAuthorization || redactedAuthorization.test(value)) return true;
  return steps.some(
    (step) => 'http' in step && authorizationHeaders(step.http.headers ?? {}).some(([, own]) => own === value),
  );
}

/** The tokens in the requests of a report, named after their actors. */
function sentTokens({ results }: Report): Secret[] {
  return results.flatMap((result) =>
    result.exchanges.flatMap(({ actor, request }) =>
      authorizationHeaders(request.headers)
        .filter(([, value]) => !isPublicAuthorization(value, result))
        .map(([, value]) => ({ name: tokenVariable(actor), secret: value.replace(/^\S+\s+/, '') })),
    ),
  );
}

function createRedactor(secrets: Secret[]): TransformText {
  if (secrets.length === 0) return (text) => text;
  const pattern = new RegExp(secrets.map(({ secret }) => `(${secretPatterns(secret).join('|')})`).join('|'), 'gu');
  const nameOf = (groups: unknown[]): string => secrets[groups.findIndex((group) => group !== undefined)]!.name;
  return (text) => {
    const redacted = text.replaceAll(pattern, (_, ...groups: unknown[]) => nameOf(groups.slice(0, secrets.length)));
    return redactTruncatedSecret(redacted, secrets);
  };
}

/** Replaces the beginning of a secret at the end of a text, where a response may have been cut. */
function redactTruncatedSecret(text: string, secrets: Secret[]): string {
  for (const { name, secret } of secrets) {
    for (let length = secret.length - 1; length >= minTruncatedLength; length--) {
      if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${name}`;
    }
  }
  return text;
}

/** Redacts a number only if all of it is a secret, not if it contains the digits of one. */
function redactNumber(value: number, redact: TransformText): unknown {
  const digits = String(value);
  const redacted = redact(digits);
  const isWhole = redacted !== digits && !Array.from(digits).some((digit) => redacted.includes(digit));
  return isWhole ? redacted : value;
}

function redactValue(value: unknown, redact: TransformText): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redactNumber(value, redact);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), redactValue(each, redact)]));
}

/**
 * Returns a copy of a report in which names replace the secrets and the tokens of requests, in every encoding that
 * `secretPatterns` knows. Authorization headers become `Bearer $NAME`, unless the case itself contains them.
 */
export function redactReport(report: Report, secrets: Secret[]): Report {
  const bySecret = new Map<string, Secret>();
  for (const each of [...secrets, ...sentTokens(report)]) {
    if (each.secret !== '' && !bySecret.has(each.secret)) bySecret.set(each.secret, each);
  }
  const longestFirst = [...bySecret.values()].toSorted((a, b) => b.secret.length - a.secret.length);
  const redact = createRedactor(longestFirst);

  const redactAuthorization = (value: string, actor: Actor): string => {
    const used = longestFirst.find(({ secret }) => value.includes(secret));
    return `Bearer $${used && /^[A-Za-z_]\w*$/.test(used.name) ? used.name : tokenVariable(actor)}`;
  };
  const redactHeaders = ({ request, actor }: Exchange, result: CaseResult): Record<string, string> => {
    const headers = redactValue(request.headers, redact) as Record<string, string>;
    for (const [name, value] of authorizationHeaders(request.headers)) {
      if (!isPublicAuthorization(value, result)) headers[name] = redactAuthorization(value, actor);
    }
    return headers;
  };
  const redacted = redactValue(report, redact) as Report;
  for (const [resultIndex, result] of report.results.entries()) {
    for (const [exchangeIndex, exchange] of result.exchanges.entries()) {
      redacted.results[resultIndex]!.exchanges[exchangeIndex]!.request.headers = redactHeaders(exchange, result);
    }
  }
  return redacted;
}

import type { Actor } from '../../src/client/actor.ts';
import { createRedactor, redactValue } from '../../src/client/redactor.ts';
import type { Exchange, Report } from '../model.ts';
import type { Secret } from '../../src/client/target.ts';
import { tokenVariable } from '../../src/client/actor.ts';

/** The header of the actor `stranger`; it is public. */
const strangerAuthorization = 'Bearer not.a.token';
const redactedAuthorization = /^Bearer \$[A-Za-z_]\w*$/;

const authorizationHeaders = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers).filter(([name]) => name.toLowerCase() === 'authorization');

/** Whether an Authorization header contains no secret: it is written in the case, or already redacted. */
const isPublicAuthorization = (value: string, { hasOwnAuthorization }: Exchange): boolean =>
  hasOwnAuthorization === true || value === strangerAuthorization || redactedAuthorization.test(value);

/** The tokens in the requests of a report, named after their actors. */
function sentTokens({ results }: Report): Secret[] {
  return results.flatMap((result) =>
    result.exchanges.flatMap((exchange) =>
      authorizationHeaders(exchange.request.headers)
        .filter(([, value]) => !isPublicAuthorization(value, exchange))
        .map(([, value]) => ({ name: tokenVariable(exchange.actor), secret: value.replace(/^\S+\s+/, '') })),
    ),
  );
}

/**
 * Returns a copy of a report in which names replace the secrets and the tokens of requests, in every form that
 * `secretForms` knows. Authorization headers become `Bearer $NAME`, unless the case itself contains them.
 */
export function redactReport(report: Report, secrets: Secret[]): Report {
  const all = [...secrets, ...sentTokens(report)]
    .filter(({ secret }) => secret !== '')
    .toSorted((a, b) => b.secret.length - a.secret.length);
  const redact = createRedactor(() => all);

  const redactAuthorization = (value: string, actor: Actor): string => {
    const used = all.find(({ secret }) => value.includes(secret));
    return `Bearer $${used && /^[A-Za-z_]\w*$/.test(used.name) ? used.name : tokenVariable(actor)}`;
  };
  const redacted = redactValue(report, redact);
  for (const [resultIndex, result] of report.results.entries()) {
    for (const [exchangeIndex, exchange] of result.exchanges.entries()) {
      const { request, actor } = exchange;
      const { headers } = redacted.results[resultIndex]!.exchanges[exchangeIndex]!.request;
      for (const [name, value] of authorizationHeaders(request.headers)) {
        if (!isPublicAuthorization(value, exchange)) headers[name] = redactAuthorization(value, actor);
      }
    }
  }
  return redacted;
}

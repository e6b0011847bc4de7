import type { ExpectedResponse } from '../../src/cases/case.ts';

/** An expected response in a few words, such as `error NOT_FOUND_ERROR at component.proposal`. */
function expectedText(expected: ExpectedResponse): string {
  if ('oneOf' in expected) return expected.oneOf.map(expectedText).join(' or ');
  if ('status' in expected) return `HTTP ${expected.status.join(' or ')}`;
  if ('requestError' in expected)
    return ['a request error', expected.requestError.join(', ')].filter(Boolean).join(' that mentions ');
  if (!('errorCode' in expected)) return 'data without an error';
  const place = expected.path === null ? '' : ` at ${expected.path.join('.')}`;
  return `${expected.errorCode === null ? 'an error without a code' : `error ${expected.errorCode}`}${place}`;
}

/**
 * What a case also allows, if it allows several responses; the differences are those to the first one, which is the nearest.
 * Undefined if it allows one response.
 */
export function alternativesText(expected: ExpectedResponse): string | undefined {
  if (!('oneOf' in expected)) return undefined;
  const [nearest, ...others] = expected.oneOf.map(expectedText);
  return `compared with the nearest allowed response: ${nearest}; also allowed: ${others.join('; ')}`;
}

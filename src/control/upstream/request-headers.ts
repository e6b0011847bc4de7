import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { groupHeaders, headerKey } from '../../client/end-to-end-headers.ts';
import { forwardedHeaders } from '../../client/forwarded-request.ts';
import { type OwnCredentials, isOwnCookie } from './own-credentials.ts';

/**
 * The headers that are between the client and the stand-in: they name the stand-in and its site, control it, say how the
 * request came to it, or that it is another request, which many deployments believe.
 */
const headersOfStandIn =
  /^(?:host|origin|referer|via|forwarded|x-forwarded-.*|x-real-ip|x-plenum-.*|x-original-url|x-rewrite-url|x-(?:http-)?method(?:-override)?)$/;

export interface ForwardedHeadersOptions {
  host: string;
  /** The name of the stand-in in `Via`. */
  pseudonym: string;
  credentials: OwnCredentials;
}

/** The headers of a request as the upstream gets them, without those of the body. */
export function forwardedRequestHeaders(
  incoming: IncomingMessage,
  { host, pseudonym, credentials }: ForwardedHeadersOptions,
): OutgoingHttpHeaders {
  const headers = forwardedHeaders(incoming).flatMap(([name, value]): [string, string][] => {
    const key = headerKey(name);
    if (headersOfStandIn.test(key) || key.startsWith('content-')) return [];
    if (key === 'authorization')
      return isForwardedAuthorization(incoming) && !credentials.areIn(value) ? [[name, value]] : [];
    if (key !== 'cookie') return credentials.areIn(value) ? [] : [[name, value]];
    const cookies = value.split(';').filter((cookie) => isForwardedCookie(cookie, credentials));
    return cookies.length > 0 ? [[name, cookies.join(';').trim()]] : [];
  });
  const via = [incoming.headers.via, `${incoming.httpVersion} ${pseudonym}`].filter(Boolean).join(', ');
  return { ...groupHeaders(headers), Host: host, Via: via };
}

/** What a deployment may need: its own tokens, and the password in front of it. Other schemes could hide a token of the stand-in. */
const isForwardedAuthorization = ({ headersDistinct: { authorization = [] } }: IncomingMessage): boolean =>
  authorization.length === 1 && /^(?:bearer|basic) +[\w.~+/-]+=*$/i.test(authorization[0]!);

const isForwardedCookie = (cookie: string, credentials: OwnCredentials): boolean =>
  /^\s*[^\s=]+=/.test(cookie) && !isOwnCookie(cookie.split('=')[0]!) && !credentials.areIn(cookie);

/** The other headers of the body of a request as the upstream gets them, such as its media type. */
export const forwardedBodyHeaders = (
  incoming: IncomingMessage,
  credentials: OwnCredentials,
): Record<string, string[]> =>
  groupHeaders(
    forwardedHeaders(incoming).filter(([name, value]) => /^content[-_]/i.test(name) && !credentials.areIn(value)),
  );

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { endToEndHeaders, groupHeaders } from '../../server/http/end-to-end-headers.ts';
import { type OwnCredentials, isOwnCookie, isOwnCredential } from './own-credentials.ts';

/**
 * The headers that are between the client and the stand-in: they name the stand-in and its site, control it, or say how the
 * request came to it, which many deployments believe.
 */
const headersOfStandIn = /^(?:host|origin|referer|via|forwarded|x-forwarded-.*|x-real-ip|x-plenum-.*)$/;

export interface ForwardedHeadersOptions extends OwnCredentials {
  host: string;
  /** The name of the stand-in in `Via`. */
  pseudonym: string;
}

/** The headers of a request as the upstream gets them, without those of the body. */
export function forwardedRequestHeaders(
  incoming: IncomingMessage,
  { host, pseudonym, ...own }: ForwardedHeadersOptions,
): OutgoingHttpHeaders {
  const headers = endToEndHeaders(incoming).flatMap(([name, value]): [string, string][] => {
    const key = name.toLowerCase();
    if (headersOfStandIn.test(key) || key.startsWith('content-')) return [];
    if (key === 'authorization' && isOwnCredential(value, own)) return [];
    if (key !== 'cookie') return [[name, value]];
    const cookies = value.split(';').filter((cookie) => !isOwnCookie(cookie.split('=')[0]!));
    return cookies.length > 0 ? [[name, cookies.join(';').trim()]] : [];
  });
  const via = [incoming.headers.via, `${incoming.httpVersion} ${pseudonym}`].filter(Boolean).join(', ');
  return { ...groupHeaders(headers), Host: host, Via: via };
}

/** The headers of the body of a request as the upstream gets them. */
export function forwardedBodyHeaders(incoming: IncomingMessage): Record<string, string[]> {
  const headers = groupHeaders(endToEndHeaders(incoming).filter(([name]) => /^content-/i.test(name)));
  // Without it, Node sends no end of a body without a length if the method usually has no body.
  if (incoming.headers['transfer-encoding']) headers['Transfer-Encoding'] = ['chunked'];
  return headers;
}

import type { ApiRoutes } from './api-urls.ts';

/** What happens to a GraphQL request that no session answers: it is refused, or it goes on to its server. */
export type OnUnhandledRequest = 'error' | 'bypass';

export interface UnhandledRequestOptions {
  /**
   * What happens to a GraphQL request at a URL that no session answers. By default, `error`: it fails and reaches no server. With `bypass`, it
   * is sent. Other requests are always sent.
   */
  onUnhandledRequest?: OnUnhandledRequest | undefined;
}

/** Whether unhandled requests are refused. Throws a TypeError for another value than those of the option. */
export function refusesUnhandled({ onUnhandledRequest = 'error' }: UnhandledRequestOptions): boolean {
  if (onUnhandledRequest !== 'error' && onUnhandledRequest !== 'bypass')
    throw new TypeError(`onUnhandledRequest must be "error" or "bypass", not ${JSON.stringify(onUnhandledRequest)}`);
  return onUnhandledRequest === 'error';
}

/** The error of a refused request, which is also printed: applications tend to show less of a failed request. */
export function refuse(url: string, routes: readonly (ApiRoutes | undefined)[]): TypeError {
  const { origin, pathname } = new URL(url);
  const expected = new Set(routes.map((each) => each?.description ?? 'not set, so that a session answers its own URL'));
  const reason = `no session answers ${origin}${pathname}: apiUrl is ${[...expected].join(', or ')}`;
  const error = new TypeError(`${reason}. With onUnhandledRequest: 'bypass', the request would be sent.`);
  // Test runners show what is written to the console beside the test.
  // oxlint-disable-next-line no-console
  console.error(`plenum: ${error.message}`);
  return error;
}

const isDocument = (text: unknown): boolean =>
  typeof text === 'string' && /^(?:[\s,\uFEFF]|#.*)*(?:\{|(?:query|mutation|subscription|fragment)\b[^]*\{)/.test(text);

/** Whether a body in JSON, or an element of it if it is a batch, has a document or names a persisted one. */
function isOperation(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(isOperation);
  if (typeof body !== 'object' || body === null) return false;
  const { query, extensions } = body as { query?: unknown; extensions?: { persistedQuery?: unknown } | null };
  return isDocument(query) || extensions?.persistedQuery !== undefined;
}

function isOperationInJson(text: string): boolean {
  try {
    return isOperation(JSON.parse(text));
  } catch {
    return false;
  }
}

const isOperationInForm = (form: URLSearchParams): boolean =>
  isDocument(form.get('query')) || (form.get('extensions')?.includes('"persistedQuery"') ?? false);

/** Whether a request is one of GraphQL, wherever its document is: in its URL, or in a body of JSON, of a form or of parts. */
export function isGraphqlRequest(url: string, contentType: string | null, body: string): boolean {
  if (isOperationInForm(new URL(url).searchParams)) return true;
  if (body === '') return false;
  if (contentType?.startsWith('multipart/')) {
    const fields = body.matchAll(/name="?(?:operations|query)"?[^]*?\r\n\r\n([^]*?)\r\n--/g);
    return [...fields].some(([, value]) => isDocument(value) || isOperationInJson(value!));
  }
  if (contentType?.startsWith('application/graphql') && isDocument(body)) return true;
  return isOperationInJson(body) || isOperationInForm(new URLSearchParams(body));
}

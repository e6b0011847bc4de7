/**
 * The headers of requests with a token: `authorization`, and `x-jwt-aud` for a token of an application, without which the platform does
 * not know the person.
 */
export function headersFor(token: string): Record<string, string> {
  const audience = audienceOf(token);
  return { authorization: `Bearer ${token}`, ...(typeof audience === 'string' && { 'x-jwt-aud': audience }) };
}

/** The audience of a token; undefined if it is not a signed one, or has none. */
function audienceOf(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return (claims as { aud?: unknown } | null)?.aud;
  } catch {
    return undefined;
  }
}

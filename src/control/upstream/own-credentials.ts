import { tokenIssuer } from '../../server/auth/sessions.ts';
import { isObject } from '../../server/http/body.ts';
import type { Store } from '../../store/store.ts';

/** What a header may not contain if it goes to another server. */
export interface OwnCredentials {
  store: Store;
  /** The token of the control API. */
  adminToken?: string | null | undefined;
}

/**
 * Whether the value of an `Authorization` header is a credential of the stand-in: a token, key or secret of the world, the token
 * of the control API, or a token that a stand-in signed, valid or not.
 */
export function isOwnCredential(authorization: string, { store, adminToken }: OwnCredentials): boolean {
  const credential = authorization.replace(/^\S+\s+/, '').trim();
  return (
    credential === adminToken ||
    issuerOf(credential) === tokenIssuer ||
    store.all('users').some((user) => [user.token, user.key, user.secret].includes(credential))
  );
}

/** The issuer that a JSON Web Token names, whoever signed it. */
function issuerOf(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return isObject(claims) ? claims['iss'] : undefined;
  } catch {
    return undefined;
  }
}

const ownCookie = /^(?:_session_id|x-plenum-session)$/i;

/** Whether a cookie of this name is one of the stand-in: a session that is signed in, or a test session. */
export const isOwnCookie = (name: string): boolean => ownCookie.test(name.trim());

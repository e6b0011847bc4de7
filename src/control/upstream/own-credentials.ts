import { tokenIssuer } from '../../server/auth/authentication.ts';
import { digestOf } from '../../server/oauth/grants.ts';
import type { Store } from '../../store/store.ts';
import { isJsonObject } from '../../json-object.ts';

// A shorter one can be an ordinary word of a document or a path.
const minDistinctLength = 8;

/**
 * What opens a door at the stand-in, and so never leaves it: the tokens, keys and secrets of its worlds and of their applications, the token of the control
 * API, and the tokens and session cookies that a stand-in signed, valid or not.
 */
export class OwnCredentials {
  readonly #controlToken: string | undefined;
  #stores: WeakRef<Store>[] = [];

  constructor(controlToken?: string) {
    this.#controlToken = controlToken;
  }

  /** Adds a world: that of the server, or of a test session. */
  add(store: Store): void {
    this.#stores = this.#stores.filter((each) => each.deref());
    this.#stores.push(new WeakRef(store));
  }

  /** Whether a text is or contains a credential, also quoted, percent-encoded or in Base64. */
  areIn(text: string): boolean {
    return this.#areIn(text, 1);
  }

  /** The same for a text of ordinary words, in which a credential of fewer than eight characters is not recognized. */
  areInProse(text: string): boolean {
    return this.#areIn(text, minDistinctLength);
  }

  #areIn(text: string, minLength: number): boolean {
    const texts = formsOf(text);
    const parts = new Set(texts.flatMap(partsOf));
    for (const part of parts) if (isSigned(part)) return true;
    const isIn = (secret: string | null | undefined): boolean => {
      if (!secret || secret.length < minLength) return false;
      return parts.has(secret) || (separator.test(secret) && texts.some((each) => each.includes(secret)));
    };
    return (
      isIn(this.#controlToken) ||
      this.#stores.some((each) => {
        const store = each.deref();
        return (
          store?.all('users').some(({ token, key, secret }) => isIn(token) || isIn(key) || isIn(secret)) ||
          store?.all('oauthApplications').some(({ secret }) => isIn(secret)) ||
          (store && [...parts].some((part) => isGranted(part, store)))
        );
      })
    );
  }
}

// What is around a token in a header, a cookie, a URL, a list or JSON.
const separator = /[^\w.~-]/;
const separators = /[^\w.~-]+/;

const partsOf = (text: string): string[] => [text.trim(), ...text.split(separators)];

/** A text, and what it says if it is quoted, percent-encoded, or has parts in Base64. */
function formsOf(text: string): string[] {
  const unquoted = text.replaceAll('\\', '');
  const decoded = [text, unquoted, decodePercents(text), decodePercents(text.replaceAll('+', ' '))];
  const encoded = decoded.flatMap((each) => each.match(/[\w+/-]{8,}/g) ?? []);
  return [...new Set([...decoded, ...encoded.map((each) => Buffer.from(each, 'base64').toString())])];
}

const decodePercents = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());

// The end of a session cookie of the stand-in.
const signedSession = /^\d*(?:~[\w-]+~[\w-]*)?\.\d{9,}\.[\w-]{43}$/;

// The codes and tokens of applications that are no signed tokens.
const randomText = /^[\w-]{43}$/;

/** Whether an application got a text, as a code or as a token. */
function isGranted(text: string, store: Store): boolean {
  if (!randomText.test(text)) return false;
  const digest = digestOf(text);
  const tokens = ['token', 'refreshToken'].some((member) => store.where('oauthTokens', member, digest).length > 0);
  return tokens || store.where('oauthCodes', 'code', digest).length > 0;
}

/** Whether a text is a token that names a stand-in as its issuer, whoever signed it, or the value of a session cookie. */
function isSigned(text: string): boolean {
  if (signedSession.test(text)) return true;
  const [, payload] = text.split('.');
  if (!payload?.startsWith('eyJ')) return false;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isJsonObject(claims) && claims['iss'] === tokenIssuer;
  } catch {
    return false;
  }
}

const ownCookie = /^(?:_session_id|x-plenum-session)$/i;

/** Whether a cookie of this name is one of the stand-in: a session that is signed in, or a test session. */
export const isOwnCookie = (name: string): boolean => ownCookie.test(name.trim());

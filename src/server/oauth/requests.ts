import type { Context, OAuthSettings, RequestApplication } from '../../dialects/server-dialect.ts';
import type { User } from '../../records/records.ts';
import { isSameText } from '../auth/is-same-text.ts';
import type { CookieState, FailureLimit } from '../http/sign-in.ts';
import { type OAuthApplication, type StoredToken, splitScopes } from './grants.ts';

/** The parameters of a request: those of the URL and of the body. Only texts count. */
export type Parameters = Record<string, string>;

/** A request to a page or an endpoint of OAuth. */
export interface OAuthRequest {
  ctx: Context;
  /** What the response sets as the session cookie. */
  cookie: CookieState;
  /** Those of the URL and of the body; those of the URL take precedence. */
  parameters: Parameters;
  settings: OAuthSettings;
  signInLimit: FailureLimit;
  /** The language of the page. */
  locale: string;
  /** The path of the picture of a person; undefined if there is none. */
  pictureOf(user: User): string | undefined;
  sendNotFound(ctx: Context): void;
  sendServerError(ctx: Context): void;
}

export type Handle = (request: OAuthRequest) => void | Promise<void>;

/** How an application says who it is, in the header or in the body. */
interface ClientCredentials {
  id: string;
  secret: string;
}

/** Reads the credentials of an application; those of the header count. Undefined if there are none. */
export function readCredentials(
  ctx: Context,
  { client_id: id, client_secret: secret }: Parameters,
): ClientCredentials | undefined {
  const [, encoded] = /^Basic (\S+)$/i.exec(ctx.get('authorization')) ?? [];
  if (encoded) {
    const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
    return { id: user, secret: password.join(':') };
  }
  return id ? { id, secret: secret ?? '' } : undefined;
}

/**
 * Returns the application that sent a request: a public one needs no secret, but a wrong one is refused even from it. Undefined if there
 * is none.
 */
export function authenticateClient(ctx: Context, parameters: Parameters): OAuthApplication | undefined {
  const credentials = readCredentials(ctx, parameters);
  const application = credentials && ctx.state.world.authentication.grants.findApplication(credentials.id);
  if (!application) return undefined;
  const isRight =
    credentials.secret === ''
      ? !application.confidential
      : application.secret !== null && isSameText(application.secret, credentials.secret);
  return isRight ? application : undefined;
}

/** The text of the access token in a header, whose scheme can be in any case. */
export const bearerOf = (ctx: Context): string | undefined => /^bearer (.+)$/i.exec(ctx.get('authorization'))?.[1];

/** The access token that came with a request, valid or not: in the header or, as RFC 9700 forbids, in the parameters. */
export function findAccessToken(ctx: Context, parameters: Parameters): StoredToken | undefined {
  const text = bearerOf(ctx) ?? parameters['access_token'] ?? parameters['bearer_token'];
  return text ? ctx.state.world.authentication.grants.findToken(text) : undefined;
}

/**
 * Finds the application whose token came with a GraphQL request: also an expired or a revoked one, as on the platform. Undefined if no
 * application sent the request. The token that this one has replaced ends.
 */
export async function findRequestApplication(
  ctx: Context,
  members: Record<string, unknown>,
  takesInvalid = true,
): Promise<RequestApplication | undefined> {
  const { grants } = ctx.state.world.authentication;
  const texts = Object.fromEntries(
    Object.entries(members).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
  const token = findAccessToken(ctx, texts);
  if (!token || (!takesInvalid && !grants.isValid(token))) return undefined;
  await grants.noteUse(token);
  return { clientId: grants.applicationOf(token)?.clientId ?? null, scopes: new Set(splitScopes(token.scopes)) };
}

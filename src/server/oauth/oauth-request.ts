import type { Context, OAuthSettings } from '../../contract/server-dialect.ts';
import type { User } from '../../store/records.ts';
import type { CookieState, FailureLimit } from '../http/sign-in.ts';
import type { Parameters } from './client.ts';

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

import { randomUUID } from 'node:crypto';
import type { EndpointWorld } from '../dialects/server-dialect.ts';
import type { Clock } from '../server/clock.ts';
import { splitScopes, type TokenGrant } from '../server/auth/grants.ts';
import type { OAuthScope } from '../records/oauth-scopes.ts';
import type { User } from '../records/records.ts';
import type { Shape } from './admin/schemas.ts';
import { addDuration } from './clock-changes.ts';
import { assertUser } from './faults/known-names.ts';
import { ProblemError } from './problem.ts';

/** How many tokens a world lists at a time. */
const maxTokens = 1000;

/**
 * Whose token to issue: that of a user, or of the first user who has the name and is an administrator or not, if given. If
 * there is no such user, a new one is created, who is a participant by default. `expiresIn` is an ISO 8601 duration.
 */
type TokenRequest = Shape<'NewToken'>;
type Token = Shape<'Token'>;

/** The tokens that the control issued for the users of a world. */
export class AccessTokens {
  readonly #world: EndpointWorld & { readonly clock: Clock };
  readonly #tokens = new Map<string, Token>();

  constructor(world: EndpointWorld & { readonly clock: Clock }) {
    this.#world = world;
  }

  /** The tokens, in the order in which they were issued. */
  list(): Shape<'TokenList'>['tokens'] {
    return [...this.#tokens.values()].map((issued) => {
      const { token: _, ...listed } = issued;
      return listed;
    });
  }

  /**
   * Issues a token: one like those from sign-in or, with `application`, one that the application gets for a person. Throws a ProblemError for
   * an unknown user or application, scopes that the application may not have, a duration that is too long, or too many tokens.
   */
  async issue(request: TokenRequest): Promise<Token> {
    const { authentication, clock } = this.#world;
    if (this.#tokens.size >= maxTokens)
      throw new ProblemError(409, `There are ${maxTokens} tokens already. Delete some.`);
    const { expiresIn = `PT${authentication.lifetimeSeconds}S` } = request;
    const now = clock.now();
    const expiresAt = addDuration(now, expiresIn, 'expiresIn');
    const seconds = Math.floor(expiresAt / 1000) - Math.floor(now / 1000);
    const grant = this.#findGrant(request);
    const user = await this.#findUser(request);
    const member = request.user === undefined ? 'application' : 'user';
    if (grant && user.key !== null) throw new ProblemError(400, `User ${user.id} is no person.`, member);
    const token = grant
      ? (await authentication.grants.issueToken({ ...grant, user, seconds })).accessToken
      : await authentication.issueToken(user, seconds);
    const issued: Token = {
      id: randomUUID(),
      user: user.id,
      expiresAt: new Date(expiresAt).toISOString(),
      ...(grant && { application: grant.application.clientId, scopes: splitScopes(grant.scopes) as OAuthScope[] }),
      token,
    };
    this.#tokens.set(issued.id, issued);
    if (request.revoked) await this.#revoke(token);
    return issued;
  }

  /** Revokes a token for good: no dialect takes it. Throws a ProblemError if there is none with this id. */
  async revoke(id: string): Promise<void> {
    const issued = this.#tokens.get(id);
    if (!issued) throw new ProblemError(404, `There is no token with the id ${JSON.stringify(id)}.`, 'id');
    await this.#revoke(issued.token);
    await this.#world.authentication.signOut(`Bearer ${issued.token}`);
    this.#tokens.delete(id);
  }

  /** Revokes a token as its application does, or as the user does by signing out. */
  async #revoke(token: string): Promise<void> {
    const { grants, signOut } = this.#world.authentication;
    const ofApplication = grants.findToken(token);
    await (ofApplication ? grants.revoke([ofApplication]) : signOut(`Bearer ${token}`));
  }

  /** Forgets all tokens, because none is valid any more. */
  clear(): void {
    this.#tokens.clear();
  }

  /** The application of a request, and the scopes that it gets; undefined if the token is like one from sign-in. */
  #findGrant({ application: clientId, scopes }: TokenRequest): Pick<TokenGrant, 'application' | 'scopes'> | undefined {
    if (clientId === undefined) {
      if (scopes)
        throw new ProblemError(400, 'Scopes are those of an application, which "application" names.', 'scopes');
      return undefined;
    }
    const application = this.#world.authentication.grants.findApplication(clientId);
    if (!application) {
      const known = this.#world.store.all('oauthApplications').map((each) => each.clientId);
      const there =
        known.length > 0 ? `The world has ${known.join(', ')}.` : 'The world has none; demo-oauth and town do.';
      throw new ProblemError(400, `There is no application ${JSON.stringify(clientId)}. ${there}`, 'application');
    }
    const missing = scopes?.find((scope) => !application.scopes.includes(scope));
    if (missing)
      throw new ProblemError(400, `The application ${clientId} may not have the scope ${missing}.`, 'scopes');
    return { application, scopes: (scopes ?? application.scopes).join(' ') };
  }

  async #findUser(request: TokenRequest): Promise<User> {
    const { store } = this.#world;
    const { user, admin, name } = request;
    if (user !== undefined) {
      assertUser(store, user, 'user');
      return store.get('users', user);
    }
    const isMeant = (each: User) =>
      (admin === undefined || each.admin === admin) &&
      (name === undefined || each.name === name) &&
      (request.application === undefined || each.key === null);
    const found = store.all('users').find(isMeant);
    if (found) return found;
    const newName = name ?? (admin ? 'New administrator' : 'New participant');
    return store.updateDurably((transaction) => {
      const nickname = `test-user-${store.highestId('users') + 1}`;
      return transaction.create('users', {
        name: newName,
        nickname,
        admin: admin === true,
        key: null,
        secret: null,
        token: null,
      });
    });
  }
}

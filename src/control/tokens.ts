import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { splitScopes, type TokenGrant } from '../server/auth/grants.ts';
import { type OAuthScope, oauthScopes } from '../records/platform-values.ts';
import type { User } from '../records/records.ts';
import { Type } from '../records/schema-builder.ts';
import { operation } from './api/operation.ts';
import { ProblemError, notFound } from './api/problem.ts';
import {
  type Static,
  boolean,
  choice,
  forwardDuration,
  list,
  named,
  object,
  optional,
  recordId,
  string,
} from './api/schema.ts';
import { addDuration } from './clock.ts';
import { assertUser } from './faults/rule.ts';
import type { World } from './world.ts';

/** How many tokens a world lists at a time: those that were issued last. */
const maxTokens = 1000;

const scopes = list(choice(...oauthScopes), { minItems: 1, uniqueItems: true });
const listedMembers = {
  id: string,
  user: recordId,
  expiresAt: Type.String({ format: 'date-time' }),
  application: optional({ ...string, description: 'the client id of the application that has the token' }),
  scopes: optional(scopes),
};

export const tokenRequest = named(
  'NewToken',
  object({
    user: optional({ ...recordId, description: 'the id of a user' }),
    admin: optional({
      ...boolean,
      description: 'the first user who is an administrator, or is not; a new user if none is',
    }),
    name: optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'the first user with this name; a new participant if there is none',
      }),
    ),
    expiresIn: optional({ ...forwardDuration, examples: ['PT5M', 'PT0S'] }),
    application: optional({
      ...string,
      description: 'the client id of an application, which gets the token of the person',
      examples: ['town-app'],
    }),
    scopes: optional({ ...scopes, description: 'the scopes of the token; those of the application by default' }),
    revoked: optional({ ...boolean, description: 'revokes the token at once, as the application or the user does' }),
  }),
);
const listedToken = object(listedMembers);
const issuedToken = named('Token', object({ ...listedMembers, token: string }));

/**
 * Whose token to issue: that of a user by id, or of the first user who has the name and is an administrator or not, if given; a new user
 * if there is none. By default, the first participant.
 */
export type TokenRequest = Static<typeof tokenRequest>;
type IssuedToken = Static<typeof issuedToken>;

/** The tokens that the control issued for the users of a world. */
export class AccessTokens {
  readonly #world: Pick<World, 'store' | 'clock' | 'authentication'>;
  readonly #tokens = new LRUCache<string, IssuedToken>({ max: maxTokens });

  constructor(world: Pick<World, 'store' | 'clock' | 'authentication'>) {
    this.#world = world;
  }

  /** The tokens, in the order in which they were issued. */
  list(): Static<typeof listedToken>[] {
    return [...this.#tokens.rvalues()].flatMap((issued) => {
      const { token: _, ...listed } = issued!;
      return listed;
    });
  }

  /**
   * Issues a token: one like those from sign-in or, with `application`, one that the application gets for a person. Throws a ProblemError for
   * an unknown user or application, scopes that the application may not have, or a duration that is too long.
   */
  async issue(request: TokenRequest): Promise<IssuedToken> {
    const { authentication, clock } = this.#world;
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
    const issued: IssuedToken = {
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
    const issued = this.#tokens.peek(id);
    if (!issued) return notFound('token', id, 'id');
    const { token } = issued;
    await this.#revoke(token);
    await this.#world.authentication.signOut(`Bearer ${token}`);
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
  #findGrant({ application: clientId, scopes: asked }: TokenRequest): Omit<TokenGrant, 'user' | 'seconds'> | undefined {
    if (clientId === undefined) {
      if (asked)
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
    const missing = asked?.find((scope) => !application.scopes.includes(scope));
    if (missing)
      throw new ProblemError(400, `The application ${clientId} may not have the scope ${missing}.`, 'scopes');
    return { application, scopes: (asked ?? application.scopes).join(' ') };
  }

  async #findUser({ user, admin, name, application }: TokenRequest): Promise<User> {
    const { store } = this.#world;
    if (user !== undefined) {
      const other = admin === undefined ? name !== undefined && 'name' : 'admin';
      if (other) throw new ProblemError(400, `"${other}" is for a request without "user".`, other);
      assertUser(store, user, 'user');
      return store.get('users', user);
    }
    const isAdmin = admin ?? (name === undefined ? false : undefined);
    const isMeant = (each: User) =>
      (isAdmin === undefined || each.admin === isAdmin) &&
      (name === undefined || each.name === name) &&
      (application === undefined || each.key === null);
    const found = store.all('users').find(isMeant);
    if (found) return found;
    return store.updateDurably((transaction) =>
      transaction.create('users', {
        name: name ?? (admin ? 'New administrator' : 'New participant'),
        nickname: `test-user-${store.highestId('users') + 1}`,
        admin: admin === true,
        key: null,
        secret: null,
        token: null,
      }),
    );
  }
}

export const tokenOperations = {
  createToken: operation({
    endpoint: 'POST /__admin/tokens',
    summary: 'Issues a token for a user.',
    body: tokenRequest,
    response: issuedToken,
    status: 201,
    run: ({ world, body }) => world.tokens.issue(body),
  }),
  listTokens: operation({
    endpoint: 'GET /__admin/tokens',
    summary: 'Lists the tokens that were issued here, without the tokens themselves.',
    response: object({ tokens: list(listedToken) }),
    run: ({ world }) => ({ tokens: world.tokens.list() }),
  }),
  deleteToken: operation({
    endpoint: 'DELETE /__admin/tokens/{id}',
    summary: 'Revokes a token.',
    run: ({ world, params }) => world.tokens.revoke(params.id),
  }),
};

import { randomUUID } from 'node:crypto';
import type { Instance } from '../server/instance.ts';
import { updateDurably } from '../store/conflicts.ts';
import type { User } from '../store/records.ts';
import { addDuration } from './clock-changes.ts';
import { assertUser } from './faults/known-names.ts';
import { ProblemError } from './problem.ts';

/** How many tokens an instance lists at a time. */
export const maxTokens = 1000;

/**
 * Whose token to issue: that of a user, or of the first user who is an administrator or not and, if given, has the name. If
 * there is no such user, a new one is created. `expiresIn` is an ISO 8601 duration.
 */
export type TokenRequest = { expiresIn?: string } & ({ user: number } | { admin: boolean; name?: string });

/** A token that was issued, without the token itself. */
export interface TokenDescription {
  id: string;
  /** The id of the user. */
  user: number;
  expiresAt: string;
}

/** The tokens that the control issued for the users of an instance. */
export class AccessTokens {
  readonly #instance: Instance;
  readonly #lifetimeSeconds: number;
  readonly #tokens = new Map<string, TokenDescription & { token: string }>();

  /** By default, a token is valid for `lifetimeSeconds`. */
  constructor(instance: Instance, lifetimeSeconds: number) {
    this.#instance = instance;
    this.#lifetimeSeconds = lifetimeSeconds;
  }

  /** The tokens, in the order in which they were issued. */
  list(): TokenDescription[] {
    return [...this.#tokens.values()].map(({ id, user, expiresAt }) => ({ id, user, expiresAt }));
  }

  /** Issues a token. Throws a ProblemError for an unknown user, a duration that is too long, or too many tokens. */
  async issue(request: TokenRequest): Promise<TokenDescription & { token: string }> {
    const { sessions, clock } = this.#instance;
    if (this.#tokens.size >= maxTokens)
      throw new ProblemError(409, `There are ${maxTokens} tokens already. Delete some.`);
    const { expiresIn = `PT${this.#lifetimeSeconds}S` } = request;
    const now = clock.now();
    const expiresAt = addDuration(now, expiresIn, 'expiresIn');
    const user = await this.#findUser(request);
    const token = await sessions.issueToken(user, Math.floor(expiresAt / 1000) - Math.floor(now / 1000));
    const issued = { id: randomUUID(), user: user.id, expiresAt: new Date(expiresAt).toISOString(), token };
    this.#tokens.set(issued.id, issued);
    return issued;
  }

  /** Revokes a token for good. Throws a ProblemError if there is none with this id. */
  async revoke(id: string): Promise<void> {
    const issued = this.#tokens.get(id);
    if (!issued) throw new ProblemError(404, `There is no token with the id ${JSON.stringify(id)}.`, 'id');
    await this.#instance.sessions.signOut(`Bearer ${issued.token}`);
    this.#tokens.delete(id);
  }

  /** Forgets all tokens, because none is valid any more. */
  clear(): void {
    this.#tokens.clear();
  }

  async #findUser(request: TokenRequest): Promise<User> {
    const { store } = this.#instance;
    if ('user' in request) {
      assertUser(store, request.user, 'user');
      return store.find('users', request.user)!;
    }
    const { admin, name } = request;
    const found = store.all('users').find((each) => each.admin === admin && (name === undefined || each.name === name));
    if (found) return found;
    const newName = name ?? (admin ? 'New administrator' : 'New participant');
    return updateDurably(store, (transaction) => {
      const nickname = `test-user-${store.highestId('users') + 1}`;
      return transaction.create('users', { name: newName, nickname, admin, key: null, secret: null, token: null });
    });
  }
}

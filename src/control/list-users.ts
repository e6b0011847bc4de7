import type { User } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** A user of the API, with the fixed token of the world if there is one. */
export type ListedUser = Pick<User, 'id' | 'name' | 'nickname' | 'admin' | 'token'>;

/** The users that have a fixed token, or a key to sign in with. */
export const listUsers = (store: Store): ListedUser[] =>
  store
    .all('users')
    .filter(({ token, key }) => token ?? key)
    .map(({ id, name, nickname, admin, token }) => ({ id, name, nickname, admin, token }));

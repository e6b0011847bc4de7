import type { Store } from '../store/store.ts';
import type { Shape } from './admin/schemas.ts';

/** A user of the API, with the fixed token of the world if there is one. */
export type ListedUser = Shape<'UserList'>['users'][number];

/** The users that have a fixed token, or a key to sign in with. */
export const listUsers = (store: Store): ListedUser[] =>
  store
    .all('users')
    .filter(({ token, key }) => token ?? key)
    .map(({ id, name, nickname, admin, token }) => ({ id, name, nickname, admin, token }));

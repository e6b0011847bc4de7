import type { Instance } from '../server/instance.ts';
import type { User } from '../store/records.ts';
import type { TokenRequest } from './controls.ts';

/** Issues a token for a user of an instance. If no user has the role, it creates one. Throws a RangeError for an unknown id. */
export const issueToken = async (instance: Instance, request: TokenRequest = {}): Promise<string> =>
  instance.sessions.issueToken(findUser(instance, request));

function findUser({ store }: Instance, { user: id, admin = false }: TokenRequest): User {
  if (id === undefined) return store.all('users').find((user) => user.admin === admin) ?? createUser(store, admin);
  const user = store.find('users', id);
  if (user) return user;
  throw new RangeError(
    `there is no user ${id}; there are ${store
      .all('users')
      .map((each) => each.id)
      .join(', ')}`,
  );
}

function createUser(store: Instance['store'], admin: boolean): User {
  const name = admin ? 'Test administrator' : 'Test participant';
  const nickname = `test-user-${store.highestId('users') + 1}`;
  return store.update((transaction) =>
    transaction.create('users', { name, nickname, admin, key: null, secret: null, token: null }),
  );
}

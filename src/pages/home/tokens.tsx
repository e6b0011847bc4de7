import type { ListedUser } from '../../control/operations/server.ts';
import { CopyButton } from '../shared/copy-button.tsx';

/** The fixed tokens of the world. */
export function Tokens({ users }: { users: ListedUser[] }) {
  const holders = users.filter(({ token }) => token);
  return (
    <section className="card" aria-labelledby="tokens">
      <h2 id="tokens">Tokens</h2>
      {holders.length === 0 && <p>No user of this world has a fixed token.</p>}
      <ul className="tokens">
        {holders.map(({ id, name, admin, token }) => (
          <li key={id}>
            <code>{token}</code>
            <CopyButton text={token!} label={`the token of ${name}`} />
            <span className="quiet">
              {name}, {admin ? 'an administrator' : 'a participant'}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        Send one as <code>Authorization: Bearer …</code>, or <a href="/console#tokens">issue one for any user</a>.
      </p>
    </section>
  );
}

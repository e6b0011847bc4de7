import { useRef } from 'react';
import { type ControlResponse, control } from '../../shared/control.ts';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { Outcome, useAction } from '../action.tsx';
import { hrefOf } from '../route.ts';
import { TokenForm } from './token-form.tsx';

type ListedToken = ControlResponse<'GET /__admin/tokens'>['tokens'][number];

/** The tokens that the control issued for users of the world, and a form to issue one. */
export function Tokens({ user }: { user: string }) {
  const { data, error } = useControl('GET /__admin/tokens');
  const { data: clock } = useControl('GET /__admin/clock');
  const action = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  async function revoke({ id, user: owner }: ListedToken) {
    const isDone = await action.run(
      () => control('DELETE /__admin/tokens/{id}', { params: { id } }),
      () => `The token of the user ${owner} is revoked.`,
    );
    if (isDone) heading.current?.focus();
  }
  const isExpired = ({ expiresAt }: ListedToken) => clock !== undefined && expiresAt <= clock.time;
  return (
    <div className="cards">
      <TokenForm initialUser={user} />
      <section className="card" aria-labelledby="issued">
        <h2 id="issued" ref={heading} tabIndex={-1}>
          Issued so far
        </h2>
        <p className="quiet">Tokens are shown only when they are issued. Those from sign-in are not listed.</p>
        <Problem error={error} />
        <ul className="list" aria-label="Tokens">
          {data?.tokens.map((token) => (
            <li key={token.id}>
              <div>
                <a href={hrefOf(['records', 'users', token.user])}>users {token.user}</a>
                <span className="quiet">
                  {isExpired(token) ? 'expired' : 'expires'} at {token.expiresAt.slice(0, 19).replace('T', ' ')} UTC
                </span>
              </div>
              <button
                type="button"
                aria-label={`Revoke the token of the user ${token.user} until ${token.expiresAt}`}
                onClick={() => void revoke(token)}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
        {data?.tokens.length === 0 && <p className="quiet">There are no tokens yet.</p>}
        <Outcome action={action} />
      </section>
    </div>
  );
}

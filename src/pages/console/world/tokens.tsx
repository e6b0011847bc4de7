import { useState } from 'react';
import { Outcome, useAction } from '../../shared/action.tsx';
import { type ControlResponse, control, useControl } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { Section } from '../../shared/section.tsx';
import { RecordPicker } from '../record-picker.tsx';
import { hrefOf } from '../route.ts';

type Issued = ControlResponse<'POST /__admin/tokens'>;

/** The tokens that were issued for users: new ones are shown once, and all can be revoked. */
export function Tokens() {
  const { data, error } = useControl('GET /__admin/tokens');
  const [issued, setIssued] = useState<Issued>();
  const action = useAction();
  const issue = (user: number) =>
    action.run(
      async () => {
        const token = await control('POST /__admin/tokens', { body: { user } });
        setIssued(token);
        return token;
      },
      (token) => `A token of the user ${token.user} is issued. Copy it now: it is shown only once.`,
    );
  async function revoke({ id, user }: { id: string; user: number }) {
    if (issued?.id === id) setIssued(undefined);
    await action.remove(
      () => control('DELETE /__admin/tokens/{id}', { params: { id } }),
      `The token of the user ${user} is revoked.`,
      'tokens',
    );
  }
  return (
    <Section id="tokens" title="Tokens" error={error}>
      <RecordPicker label="User" kind="users" name="Issue a token" onPick={(user) => void issue(user)} />
      <Outcome action={action} />
      {issued && (
        <p className="row">
          <code>{issued.token}</code> <CopyButton text={issued.token} label="the token" />
        </p>
      )}
      {data?.tokens.length === 0 && (
        <p className="quiet">
          No token is issued yet. Those from sign-in and the fixed ones of the world are not here.
        </p>
      )}
      <ul className="list" aria-label="Tokens">
        {data?.tokens.map((token) => (
          <li key={token.id}>
            <div>
              <a href={hrefOf(['records', 'users', token.user])}>users/{token.user}</a>{' '}
              <span className="quiet">expires at {token.expiresAt.slice(0, 16).replace('T', ' ')} UTC</span>
            </div>
            <button
              type="button"
              className="small"
              aria-label={`Revoke the token of the user ${token.user} until ${token.expiresAt}`}
              onClick={() => void revoke(token)}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

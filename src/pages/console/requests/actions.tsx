import { useState } from 'react';
import type { ListedUser } from '../../../control/operations/server.ts';
import type { ExchangeDetails, ShownOperation } from '../../../control/requests/exchange.ts';
import { type ControlError, asControlError } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { Problem } from '../../shared/problem.tsx';
import { session, useStoredValue } from '../../shared/stored-value.ts';
import { Draft } from './draft.tsx';
import { curlCommand, fetchCode, messageOf, tokenOf, tokenVariable } from './message.ts';
import { repeat } from './repeat.ts';

interface Props {
  details: ExchangeDetails;
  users: readonly ListedUser[];
}

/** What can be done with an exchange. */
export function Actions({ details, users }: Props) {
  const operation = details.request?.operation;
  if (!details.request) return null;
  if (!operation)
    return <p className="quiet">Only a GraphQL request that was executed and is kept can be repeated or copied.</p>;
  return <OperationActions details={details} users={users} operation={operation} />;
}

function OperationActions({ details, users, operation }: Props & { operation: ShownOperation }) {
  const [outcome, setOutcome] = useState('');
  const [error, setError] = useState<ControlError>();
  const sessionName = useStoredValue(session);
  const token = tokenOf(details, users);
  const message = messageOf(details, operation, { token, session: sessionName });
  const isWithheld = JSON.stringify(operation).includes('[withheld]');
  const isMutation = details.exchange.coordinates.some((each) => each.startsWith('Mutation.'));
  const explorer = explorerAddress(details, operation, sessionName);

  async function send() {
    setOutcome('Sent again: waiting for the response…');
    setError(undefined);
    try {
      setOutcome(await repeat(details, operation, users));
    } catch (reason) {
      setOutcome('');
      setError(asControlError(reason));
    }
  }

  return (
    <>
      <div className="actions">
        <button type="button" className="small" disabled={isWithheld} onClick={() => void send()}>
          {isMutation ? 'Repeat the mutation' : 'Repeat'}
        </button>
        <CopyButton text={curlCommand(message)} name="Copy as curl" />
        <CopyButton text={fetchCode(message)} name="Copy as fetch" />
        {explorer && <a href={explorer}>Open in explorer</a>}
        <Draft id={details.exchange.id} />
      </div>
      <p role="status">{outcome}</p>
      <Problem error={error} />
      {isWithheld && <p className="note">A secret is withheld, so the request cannot be repeated as it was.</p>}
      {token === tokenVariable && (
        <p className="quiet">
          This user has no fixed token: in what you copy, replace {tokenVariable} by one of the console or of sign-in.
        </p>
      )}
    </>
  );
}

// A server refuses requests whose headers are longer than 16 KB, the address included.
const maxAddressLength = 12_000;

/** The address of the explorer with a request; undefined if it would be too long. */
function explorerAddress(
  { exchange: { user } }: ExchangeDetails,
  { formatted, variables }: ShownOperation,
  sessionName: string,
): string | undefined {
  const parameters = new URLSearchParams({ query: formatted });
  if (variables) parameters.set('variables', JSON.stringify(variables, null, 2));
  if (user !== null) parameters.set('user', String(user));
  if (sessionName) parameters.set('session', sessionName);
  const address = `/explorer?${parameters}`;
  return address.length > maxAddressLength ? undefined : address;
}

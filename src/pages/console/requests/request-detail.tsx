import { type RefObject, useState } from 'react';
import type { Exchange, ExchangeDetails, ShownHeaders, ShownOperation } from '../../../control/requests/exchange.ts';
import { Outcome, Problem, useAction } from '../../shared/action.tsx';
import { type ControlResponse, control, useControl } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { formatJson } from '../../shared/json.ts';
import { session, useStoredValue } from '../../shared/stored-value.ts';
import { curlCommand, needsToken, tokenVariable } from './curl.ts';

/** What an exchange is called: its operation name, or the field that writes, or the first field, or method and path. */
export function titleOf({ operationName, coordinates, method, path }: Exchange): string {
  const written = coordinates.find((each) => /^\w+Mutation\.(?!id$)/.test(each));
  return operationName ?? written?.split('.')[1] ?? coordinates[0] ?? `${method} ${path}`;
}

/** The request and the response of an exchange, and what can be done with them. */
export function RequestDetail({ id, heading }: { id: string; heading: RefObject<HTMLHeadingElement | null> }) {
  // What waits for a response gets one.
  const { data, error } = useControl(
    'GET /__admin/requests/{id}',
    { params: { id } },
    { refreshInterval: (latest?: ExchangeDetails) => (latest?.exchange.waiting ? 1000 : 0) },
  );
  return (
    <section className="card request" aria-labelledby="request">
      <p>
        <a href="#requests">All requests</a>
      </p>
      <h2 id="request" ref={heading} tabIndex={-1}>
        {data ? titleOf(data.exchange) : `Request ${id}`}
      </h2>
      <Problem error={error} />
      {data && (
        <>
          {data.omissions.map((omission) => (
            <p key={omission} className="quiet">
              {omission}
            </p>
          ))}
          {data.request?.operation ? (
            <Actions details={data} operation={data.request.operation} />
          ) : (
            <p className="quiet">Only a GraphQL request that was executed and is kept can be copied or drafted.</p>
          )}
          <Request details={data} />
          <Response details={data} />
        </>
      )}
    </section>
  );
}

// A server refuses requests whose headers are longer than 16 KB, the address included.
const maxAddressLength = 12_000;

/** Copies a request, opens it in the explorer, and drafts a conformance case of it. */
function Actions({ details, operation }: { details: ExchangeDetails; operation: ShownOperation }) {
  const { data: users } = useControl('GET /__admin/users');
  const sessionName = useStoredValue(session);
  const action = useAction();
  const [draft, setDraft] = useState<ControlResponse<'GET /__admin/requests/{id}/case'>>();
  const { id, user } = details.exchange;
  const listed = users?.users ?? [];
  const parameters = new URLSearchParams({
    query: operation.formatted,
    ...(operation.variables && { variables: JSON.stringify(operation.variables, null, 2) }),
    ...(user !== null && { user: String(user) }),
    ...(sessionName && { session: sessionName }),
  });
  const explorer = `/explorer?${parameters}`;
  const load = () =>
    action.run(
      async () => {
        const loaded = await control('GET /__admin/requests/{id}/case', { params: { id: String(id) } });
        setDraft(loaded);
        return loaded;
      },
      ({ file }) =>
        `Put the draft at fixtures/cases/${file.name}, name the requirement, say what the server must do, and remove “draft”.`,
    );
  return (
    <>
      <div className="row">
        <CopyButton text={curlCommand(details, operation, listed, sessionName)} name="Copy as curl" />
        {explorer.length < maxAddressLength && <a href={explorer}>Open in the explorer</a>}
        <button type="button" className="small" onClick={() => void load()}>
          Draft a case
        </button>
      </div>
      {needsToken(details, listed) && (
        <p className="quiet">
          This user has no fixed token: in what you copy, replace ${tokenVariable} by one of the panel{' '}
          <a href="#world">World</a>.
        </p>
      )}
      <Outcome action={action} />
      {draft && (
        <>
          <Text name="Draft" text={draft.file.text} />
          <CopyButton text={draft.file.text} name="Copy the draft" />
        </>
      )}
    </>
  );
}

function Request({ details }: { details: ExchangeDetails }) {
  const { exchange, request } = details;
  const operation = request?.operation;
  return (
    <>
      <h3>Request</h3>
      <p>
        {exchange.method} {exchange.path}, {describeSender(details)}
      </p>
      {exchange.reason && <p>Why: {exchange.reason}</p>}
      {operation && <Text name="Document" text={operation.formatted} />}
      {operation?.variables && <Text name="Variables" text={JSON.stringify(operation.variables, null, 2)} />}
      {request && <Headers of="request" headers={request.headers} />}
    </>
  );
}

/** Says for whom a request was executed; the credentials themselves are not shown. */
function describeSender({ exchange, sender, request }: ExchangeDetails): string {
  const [credential] = request?.credentials ?? [];
  if (sender) return `as ${sender.name} (user ${sender.id}${sender.admin ? ', an administrator' : ''})`;
  if (exchange.user !== null) return `as user ${exchange.user}, who does not exist any more`;
  if (!credential) return 'without a token';
  return request?.operation ? `with an invalid ${credential} header` : `with the header ${credential}`;
}

function Response({ details: { exchange, response } }: { details: ExchangeDetails }) {
  return (
    <>
      <h3>Response</h3>
      <p>
        {exchange.waiting
          ? 'The client still waits for it.'
          : `Status ${exchange.status ?? 'none: the connection ended before'}`}
      </p>
      {response?.body && <Text name="Body" text={formatJson(response.body)} />}
      {response?.body === '' && <p className="quiet">The body is empty.</p>}
      {response && <Headers of="response" headers={response.headers} />}
    </>
  );
}

const Text = ({ name, text }: { name: string; text: string }) => (
  <>
    <h4>{name}</h4>
    <pre tabIndex={0} role="region" aria-label={name}>
      {text}
    </pre>
  </>
);

function Headers({ of, headers }: { of: string; headers: ShownHeaders }) {
  const lines = Object.entries(headers as Record<string, string | string[]>).map(
    ([name, value]) => `${name}: ${[value].flat().join(', ')}`,
  );
  return (
    <details>
      <summary>
        {lines.length} headers of the {of}
      </summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  );
}

import type { ListedUser } from '../../../control/operations/server.ts';
import type { Exchange } from '../../../control/requests/exchange.ts';
import type { ExchangeDetails as Details, ShownHeaders } from '../../../control/requests/exchange.ts';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { Actions } from './actions.tsx';
import { statusOf } from './filter.ts';

/** The request and the response of an exchange, and what can be done with them. */
export function ExchangeDetails({ exchange, users }: { exchange: Exchange; users: readonly ListedUser[] }) {
  const { data: details, error } = useControl(
    'GET /__admin/requests/{id}',
    { params: { id: String(exchange.id) } },
    { revalidateOnFocus: false },
  );
  return (
    <div id={`exchange-${exchange.id}`} className="exchange-details">
      <Problem error={error} />
      {!details && !error && <p>Loading…</p>}
      {details && (
        <>
          {details.omissions.map((omission) => (
            <p key={omission} className="note">
              {omission}
            </p>
          ))}
          <Actions details={details} users={users} />
          <div className="messages">
            <Request details={details} />
            <Response exchange={exchange} response={details.response} />
          </div>
        </>
      )}
    </div>
  );
}

function Request({ details }: { details: Details }) {
  const { exchange, request } = details;
  const operation = request?.operation;
  return (
    <section aria-label="Request">
      <h3>Request</h3>
      <p>
        {exchange.method} {exchange.path}, {describeSender(details)}
      </p>
      {exchange.reason && <p>Why: {exchange.reason}</p>}
      {exchange.traceparent && (
        <p>
          Trace: <code>{exchange.traceparent}</code>
        </p>
      )}
      {operation && <Text name="Document" text={operation.formatted} />}
      {operation?.operationName && <p>Operation: {operation.operationName}</p>}
      {operation?.variables && <Text name="Variables" text={JSON.stringify(operation.variables, null, 2)} />}
      {request && <Headers of="request" headers={request.headers} />}
    </section>
  );
}

/** Says for whom a request was executed; the credentials themselves are not shown. */
function describeSender({ exchange, sender, request }: Details): string {
  const [credential] = request?.credentials ?? [];
  if (sender) return `as ${sender.name} (user ${sender.id}${sender.admin ? ', an administrator' : ''})`;
  if (exchange.user !== null) return `as user ${exchange.user}, who does not exist any more`;
  if (!credential) return 'without a token';
  return request?.operation ? `with an invalid ${credential} header` : `with the header ${credential}`;
}

function Response({ exchange, response }: { exchange: Exchange; response: Details['response'] }) {
  return (
    <section aria-label="Response">
      <h3>Response</h3>
      <p>{exchange.status === null ? describeNothing(exchange) : `Status ${statusOf(exchange)}`}</p>
      {response?.body && <Text name="Body" text={formatJson(response.body)} />}
      {response?.body === '' && <p className="quiet">The body is empty.</p>}
      {response && <Headers of="response" headers={response.headers} />}
    </section>
  );
}

const describeNothing = ({ waiting }: Exchange): string =>
  waiting ? 'The client still waits for a response.' : 'The connection ended before there was a response.';

const Text = ({ name, text }: { name: string; text: string }) => (
  <>
    <h4>{name}</h4>
    <pre tabIndex={0} role="region" aria-label={name}>
      {text}
    </pre>
  </>
);

function Headers({ of, headers }: { of: string; headers: ShownHeaders }) {
  const names = Object.keys(headers);
  return (
    <details>
      <summary>
        {names.length} headers <span className="hidden">of the {of}</span>
      </summary>
      <dl className="headers">
        {names.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{[headers[name]].flat().join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

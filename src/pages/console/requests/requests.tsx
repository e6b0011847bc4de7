import { useState } from 'react';
import type { Exchange } from '../../../control/requests/exchange.ts';
import { Problem } from '../../shared/action.tsx';
import { useControl } from '../../shared/control.ts';
import { type Route, hrefOf, useFocusOnChange } from '../route.ts';
import { RequestDetail, titleOf } from './request-detail.tsx';

const refreshMs = 1000;
// A browser needs long for thousands of rows; the filter finds the others.
const maxRows = 200;

/** The recorded requests, newest first; `#requests/7` shows one of them beside the list. */
export function Requests({ path: [id] }: Route) {
  const { data, error } = useControl('GET /__admin/requests', {}, { refreshInterval: refreshMs });
  const { data: users } = useControl('GET /__admin/users');
  const [text, setText] = useState('');
  const [isErrorsOnly, setErrorsOnly] = useState(false);
  const heading = useFocusOnChange(id ?? '');
  const names = new Map(users?.users.map(({ id: user, name }) => [user, name]));
  const all = (data?.requests ?? []).toReversed().map((exchange) => ({ exchange, user: nameOf(exchange, names) }));
  const found = all.filter(
    ({ exchange, user }) =>
      (!isErrorsOnly || isFailure(exchange)) && textOf(exchange, user).includes(text.toLowerCase()),
  );
  return (
    <section className={id ? 'requests split' : 'requests'} aria-labelledby="requests">
      <div className="list-of-requests">
        <h2 id="requests" ref={id ? undefined : heading} tabIndex={-1}>
          Requests
        </h2>
        <search className="row">
          <label>
            Filter{' '}
            <input
              type="search"
              placeholder="operation, variable, status, user"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <label>
            <input type="checkbox" checked={isErrorsOnly} onChange={(event) => setErrorsOnly(event.target.checked)} />{' '}
            Errors only
          </label>
        </search>
        <Problem error={error} />
        {data && <p className="quiet">{describeCount(found.length, all.length)}</p>}
        {found.length > 0 && (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col">Request</th>
                <th scope="col">User</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, maxRows).map(({ exchange, user }) => (
                <tr key={exchange.id} aria-current={String(exchange.id) === id ? 'true' : undefined}>
                  <td className={isFailure(exchange) ? 'bad' : exchange.reason ? 'warn' : 'good'}>
                    {statusOf(exchange)}
                  </td>
                  <td>
                    <a href={hrefOf(['requests', exchange.id])}>{titleOf(exchange)}</a>
                    <Errors exchange={exchange} />
                  </td>
                  <td>{user}</td>
                  <td>
                    <Times exchange={exchange} />{' '}
                    <span className="quiet">{exchange.waiting ? '' : `${Math.round(exchange.milliseconds)} ms`}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {id && <RequestDetail key={id} id={id} heading={heading} />}
    </section>
  );
}

/** When a request arrived: the time of the machine, and beside it that of the world if its clock shows another. */
function Times({ exchange: { time, receivedAt } }: { exchange: Exchange }) {
  const isOther = Math.abs(Date.parse(time) - Date.parse(receivedAt)) > 1000;
  return (
    <>
      <time dateTime={receivedAt} title={receivedAt}>
        {receivedAt.slice(11, 19)}
      </time>
      {isOther && (
        <span className="quiet">
          {' '}
          world <time dateTime={time}>{time.slice(0, 19).replace('T', ' ')}</time>
        </span>
      )}
    </>
  );
}

function describeCount(found: number, all: number): string {
  if (all === 0)
    return `No request so far. Send one to ${new URL('/api', location.href).href}: it appears here within a second.`;
  if (found === 0) return `None of ${all} requests fits the filter. Filter for less.`;
  const count = found < all ? `${found} of ${all}` : String(all);
  const shown = found > maxRows ? `, the last ${maxRows} are here` : '';
  return `${count} ${all === 1 ? 'request' : 'requests'}${shown}`;
}

/** The codes and messages of the errors of a response, the fault that was applied, and why the response has less than expected. */
function Errors({ exchange }: { exchange: Exchange }) {
  const { errorCodes, errorMessages, fault, reason } = exchange;
  const codes = [...new Set(errorCodes.filter((code) => code !== null))];
  const [first, ...others] = new Set(errorMessages);
  const message = others.length > 0 ? `${first} (and ${others.length} more)` : first;
  const parts = [codes.join(', '), message, fault && `fault ${fault}`, reason].filter(Boolean);
  return parts.length > 0 && <div className={isFailure(exchange) ? 'bad' : 'quiet'}>{parts.join(' · ')}</div>;
}

/** The HTTP status, or what there is instead of a response. */
const statusOf = ({ status, waiting }: Exchange): string =>
  status === null ? (waiting ? 'waiting' : 'no response') : String(status);

const isFailure = ({ status, waiting, errorCodes }: Exchange): boolean =>
  !waiting && (status === null || status >= 400 || errorCodes.length > 0);

const nameOf = ({ user }: Exchange, names: ReadonlyMap<number, string>): string =>
  user === null ? 'anonymous' : (names.get(user) ?? `user ${user}`);

/** The text in which the filter looks. */
function textOf(exchange: Exchange, user: string): string {
  const { method, path, operationName, coordinates, variables, errorCodes, errorMessages, fault, reason } = exchange;
  const errors = [errorCodes, errorMessages, fault, reason, statusOf(exchange)];
  return JSON.stringify([method, path, operationName, coordinates, variables, user, ...errors]).toLowerCase();
}

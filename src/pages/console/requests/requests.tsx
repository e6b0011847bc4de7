import { useCallback, useMemo, useState } from 'react';
import type { ListedUser } from '../../../control/operations/server.ts';
import type { Exchange } from '../../../control/requests/exchange.ts';
import { type ControlError, asControlError, control } from '../../shared/control.ts';
import { Problem } from '../../shared/problem.tsx';
import { controlToken, session, useStoredValue } from '../../shared/stored-value.ts';
import { useControl } from '../../shared/use-control.ts';
import { ExchangeList } from './exchange-list.tsx';
import { FilterForm } from './filter-form.tsx';
import { emptyFilter, isShown } from './filter.ts';
import { useExchanges } from './use-exchanges.ts';
import './requests.css';

const noUsers: ListedUser[] = [];
const connections = {
  connecting: 'Connecting…',
  live: 'Live: requests appear as they arrive.',
  lost: 'The connection is lost. Trying again…',
};

/** The requests to the API and their responses; `path` has the id of one that is unfolded at first. */
export function Requests({ path: [openId] }: { path: string[] }) {
  const key = JSON.stringify([useStoredValue(session), useStoredValue(controlToken)]);
  return <RecordedRequests key={key} openId={Number(openId)} />;
}

/** The recorded requests of the session that the page acts on, newest first. */
function RecordedRequests({ openId }: { openId: number }) {
  const { exchanges, connection, error, clear } = useExchanges();
  const { data } = useControl('GET /__admin/users');
  const users = data?.users ?? noUsers;
  const [filter, setFilter] = useState(emptyFilter);
  const [paused, setPaused] = useState<Exchange[]>();
  const [clearError, setClearError] = useState<ControlError>();
  const all = paused ?? exchanges;
  const shown = useMemo(() => all.filter((exchange) => isShown(filter, exchange)), [all, filter]);
  const nameOfUser = useCallback(
    (id: string) => {
      const user = users.find((each) => String(each.id) === id);
      return user ? `${user.name} (${id})` : id === 'anonymous' ? id : `user ${id}`;
    },
    [users],
  );
  const newest = paused?.[0]?.id ?? 0;
  const arrived = paused ? exchanges.filter(({ id }) => id > newest).length : 0;

  async function clearAll() {
    try {
      await control('DELETE /__admin/requests');
      clear();
      setPaused(undefined);
      setClearError(undefined);
    } catch (reason) {
      setClearError(asControlError(reason));
    }
  }

  return (
    <section className="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">Requests</h2>
      <div className="requests-bar">
        <p role="status" className={`connection ${paused ? 'paused' : connection}`}>
          {paused ? 'Paused.' : connections[connection]}
        </p>
        <button type="button" onClick={() => setPaused(paused ? undefined : exchanges)}>
          {paused ? `Resume${arrived > 0 ? ` (${arrived} new)` : ''}` : 'Pause'}
        </button>
        <button type="button" onClick={() => void clearAll()}>
          Clear
        </button>
      </div>
      <Problem error={error ?? clearError} />
      <FilterForm filter={filter} onChange={setFilter} exchanges={all} nameOfUser={nameOfUser} />
      <p className="quiet">
        {shown.length < all.length && `${shown.length} of `}
        {all.length} {all.length === 1 ? 'request' : 'requests'}
      </p>
      <ExchangeList exchanges={shown} users={users} nameOfUser={nameOfUser} openId={openId} />
      {all.length === 0 && <p>No request so far. Send one to {new URL('/api', location.href).href}.</p>}
    </section>
  );
}

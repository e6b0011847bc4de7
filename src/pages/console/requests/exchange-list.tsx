import type { KeyboardEvent } from 'react';
import type { ListedUser } from '../../../control/operations/server.ts';
import type { Exchange } from '../../../control/requests/exchange.ts';
import { ExchangeRow } from './exchange-row.tsx';
import { userOf } from './filter.ts';

interface Props {
  exchanges: readonly Exchange[];
  users: readonly ListedUser[];
  nameOfUser: (id: string) => string;
  /** The id of the exchange that is unfolded at first. */
  openId: number;
}

/** Exchanges that unfold. The arrow keys, Home and End go from one to another. */
export const ExchangeList = ({ exchanges, users, nameOfUser, openId }: Props) => (
  <ol className="exchanges" aria-label="Requests, newest first" onKeyDown={moveFocus}>
    {exchanges.map((exchange) => (
      <ExchangeRow
        key={exchange.id}
        exchange={exchange}
        users={users}
        userName={nameOfUser(userOf(exchange))}
        isOpenAtFirst={exchange.id === openId}
      />
    ))}
  </ol>
);

function moveFocus(event: KeyboardEvent<HTMLOListElement>) {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || !target.matches('.exchange-head')) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('.exchange-head')];
  const index = rows.indexOf(target);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[key];
  if (next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}

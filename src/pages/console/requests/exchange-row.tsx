import { type KeyboardEvent, memo, useRef, useState } from 'react';
import type { ListedUser } from '../../../control/operations/server.ts';
import type { Exchange } from '../../../control/requests/exchange.ts';
import { ExchangeDetails } from './exchange-details.tsx';
import { isFailure, statusOf, titleOf } from './filter.ts';

interface Props {
  exchange: Exchange;
  users: readonly ListedUser[];
  userName: string;
  isOpenAtFirst: boolean;
}

/** One exchange: a line that unfolds to the request and the response. */
export const ExchangeRow = memo(function ExchangeRow({ exchange, users, userName, isOpenAtFirst }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const head = useRef<HTMLButtonElement>(null);
  function closeOnEscape({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    head.current!.focus();
  }
  const { id, method, path, errorCodes, errorMessages, fault, milliseconds, time } = exchange;
  const title = titleOf(exchange);
  const endpoint = `${method} ${path}`;
  const codes = [...new Set(errorCodes.filter((code) => code !== null))].join(', ');
  const message = describeMessages(errorMessages);
  return (
    <li className="exchange" onKeyDown={closeOnEscape}>
      <button
        ref={head}
        type="button"
        className="exchange-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `exchange-${id}` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={`exchange-status ${statusClass(exchange)}`}>{statusOf(exchange)}</span>
        <span className="exchange-title">
          <b>{title}</b> {codes && <span className="bad">{codes}</span>}
          {message && <span className="bad message"> {message}</span>}
          {fault && <span className="fault"> {fault}</span>}
        </span>
        <span className="quiet endpoint">{title === endpoint ? '' : endpoint}</span>
        <span className="quiet">{userName}</span>
        <span className="quiet number">{exchange.waiting ? '…' : `${Math.round(milliseconds)} ms`}</span>
        <time className="quiet number" dateTime={time} title={time}>
          {time.slice(11, 19)}
        </time>
      </button>
      {isOpen && <ExchangeDetails exchange={exchange} users={users} />}
    </li>
  );
});

/** The first message, and how many different ones there are besides. */
function describeMessages(messages: readonly string[]): string {
  const [first = '', ...others] = new Set(messages);
  return others.length > 0 ? `${first} (and ${others.length} more)` : first;
}

const statusClass = (exchange: Exchange): string =>
  exchange.waiting ? 'waiting' : isFailure(exchange) ? 'bad' : 'good';

import type { Exchange } from '../../../control/requests/exchange.ts';
import { type Filter, statusOf, titleOf, userOf } from './filter.ts';

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Those that the reader can choose from. */
  exchanges: readonly Exchange[];
  nameOfUser: (id: string) => string;
}

/** Chooses which exchanges are shown. */
export function FilterForm({ filter, onChange, exchanges, nameOfUser }: Props) {
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change });
  const choice = (name: 'operation' | 'status' | 'user', label: string, nameOf: (value: string) => string) => (
    <label>
      {label}
      <select value={filter[name]} onChange={(event) => set({ [name]: event.target.value })}>
        <option value="">all</option>
        {valuesOf(exchanges, valueOf[name], filter[name]).map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <search className="filter">
      <label>
        Text
        <input
          type="search"
          placeholder="operation, path, variable, code"
          value={filter.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </label>
      {choice('operation', 'Operation', (value) => value)}
      {choice('status', 'Status', (value) => value)}
      {choice('user', 'User', nameOfUser)}
      <label className="check">
        <input
          type="checkbox"
          checked={filter.errorsOnly}
          onChange={(event) => set({ errorsOnly: event.target.checked })}
        />
        Errors only
      </label>
    </search>
  );
}

const valueOf = { operation: titleOf, status: statusOf, user: userOf };

/** The values that exchanges have, and the one that is chosen. */
const valuesOf = (exchanges: readonly Exchange[], read: (exchange: Exchange) => string, chosen: string): string[] =>
  [...new Set([...exchanges.map(read), ...(chosen ? [chosen] : [])])].toSorted();

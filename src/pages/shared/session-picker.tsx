import { session, useStoredValue } from './stored-value.ts';
import { useControl } from './use-control.ts';

/** Chooses the world that the page acts on: the server's own, or that of a test session. */
export function SessionPicker() {
  const { data } = useControl('GET /__admin/sessions');
  const selected = useStoredValue(session);
  const names = data?.sessions.map(({ name }) => name) ?? [];
  const listed = selected && !names.includes(selected) ? [...names, selected] : names;
  return (
    <label>
      World{' '}
      <select value={selected} onChange={(event) => session.set(event.target.value)}>
        <option value="">the server's own</option>
        {listed.map((name) => (
          <option key={name} value={name}>
            session {name}
          </option>
        ))}
      </select>
    </label>
  );
}

import { useStoredValue } from '../shared/stored-value.ts';
import { useControl } from '../shared/use-control.ts';
import { actor } from './actor.ts';

/** Chooses who sends the requests: a user of the world, or nobody. */
export function ActorPicker() {
  const { data: users } = useControl('GET /__admin/users');
  const { data: examples } = useControl('GET /__admin/examples');
  const selected = useStoredValue(actor);
  const names = new Map(
    users?.users.map(({ id, name, admin }) => [String(id), admin ? `${name}, administrator` : name]),
  );
  for (const { user } of examples?.examples ?? [])
    if (user && !names.has(String(user.id))) names.set(String(user.id), user.name);
  if (selected && !names.has(selected)) names.set(selected, `user ${selected}`);
  return (
    <label>
      Send as{' '}
      <select value={selected} onChange={(event) => actor.set(event.target.value)}>
        <option value="">nobody</option>
        {[...names].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

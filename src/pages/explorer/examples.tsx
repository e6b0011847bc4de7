import type { Example } from '../../control/examples.ts';
import { Problem } from '../shared/action.tsx';
import { useControl } from '../shared/control.ts';

interface Props {
  opened: Example | undefined;
  /** Who sends the requests. */
  sender: string;
  onOpen: (example: Example) => void;
}

/** Requests that are ready to run. */
export function Examples({ opened, sender, onOpen }: Props) {
  const { data, error } = useControl('GET /__admin/examples');
  const examples = data?.examples ?? [];
  const groups = [...new Set(examples.map(({ group }) => group))];
  return (
    <aside className="examples" aria-labelledby="examples">
      <h2 id="examples">Examples</h2>
      <Problem error={error} />
      <p role="status" className="quiet">
        {opened ? `${opened.name}: sent as ${sender}.` : 'Each opens in a tab, ready to run.'}
      </p>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <h3>{group}</h3>
          <ul>
            {examples
              .filter((example) => example.group === group)
              .map((example) => (
                <li key={example.name}>
                  <button
                    type="button"
                    aria-current={example.name === opened?.name ? 'true' : undefined}
                    onClick={() => onOpen(example)}
                  >
                    {example.name}
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </aside>
  );
}

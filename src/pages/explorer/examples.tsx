import { useEditorContext } from '@graphiql/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Example } from '../../control/examples.ts';
import { Problem } from '../shared/problem.tsx';
import { useControl } from '../shared/use-control.ts';
import { actor } from './actor.ts';

/** Requests that are ready to run, beside the editors that GraphiQL has. */
export function Examples() {
  const { data, error } = useControl('GET /__admin/examples');
  const [opened, setOpened] = useState<Example>();
  const open = useOpenExample();
  const examples = data?.examples ?? [];
  const groups = [...new Set(examples.map(({ group }) => group))];
  return (
    <>
      <h2 id="examples">Examples</h2>
      <Problem error={error} />
      <p role="status" className="quiet">
        {opened ? `${opened.name}: sent as ${opened.user?.name ?? 'nobody'}.` : 'Each opens in a tab, ready to run.'}
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
                    disabled={!open}
                    onClick={() => {
                      open?.(example);
                      setOpened(example);
                    }}
                  >
                    {example.name}
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/**
 * Returns a function that opens an example in a tab, and selects a user who can send it; undefined while the editors are loading: what they do not have yet
 * would not be sent.
 */
function useOpenExample(): ((example: Example) => void) | undefined {
  const { queryEditor, variableEditor, responseEditor, addTab, updateActiveTabValues } = useEditorContext({
    nonNull: true,
  });
  if (!queryEditor || !variableEditor || !responseEditor) return undefined;
  return ({ query, variables, user }) => {
    const values = { query, variables: JSON.stringify(variables, null, 2) };
    // A new tab brings a text of its own, so it must be there before that of the example.
    flushSync(addTab);
    queryEditor.setValue(values.query);
    variableEditor.setValue(values.variables);
    // GraphiQL reads the editors a moment later; if another tab is shown then, this one has its text.
    updateActiveTabValues(values);
    actor.set(user ? String(user.id) : '');
    // In a narrow window, the editor is below the list.
    document.querySelector('.graphiql-sessions')?.scrollIntoView();
  };
}

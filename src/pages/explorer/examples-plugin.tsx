import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { Kind, parse } from 'graphql';
import { useState } from 'react';
import type { Example } from '../../control/examples/example.ts';
import { Problem } from '../shared/problem.tsx';
import { useControl } from '../shared/use-control.ts';
import { actor } from './actor.ts';

function Examples() {
  const { data, error } = useControl('GET /__admin/examples');
  const [opened, setOpened] = useState<Example>();
  const open = useOpenExample();
  const examples = data?.examples ?? [];
  const groups = [...new Set(examples.map(({ group }) => group))];
  function choose(example: Example) {
    open(example);
    setOpened(example);
  }
  return (
    <section className="examples" aria-labelledby="examples">
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
                    onClick={() => choose(example)}
                  >
                    {example.name}
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Returns a function that opens an example in a tab, and selects a user who can send it. */
function useOpenExample(): (example: Example) => void {
  const { addTab, setOperationFacts } = useGraphiQLActions();
  const queryEditor = useGraphiQL(({ queryEditor: editor }) => editor);
  const variableEditor = useGraphiQL(({ variableEditor: editor }) => editor);
  return ({ query, variables, user }) => {
    addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(JSON.stringify(variables, null, 2));
    // GraphiQL reads the new text a moment later; until then, it would send the name of the operation before.
    const documentAST = parse(query);
    const operations = documentAST.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    setOperationFacts({ documentAST, operations, operationName: operations[0]!.name!.value });
    actor.set(user ? String(user.id) : '');
    // In a narrow window, the editor is below the list.
    document.querySelector('.graphiql-sessions')?.scrollIntoView();
  };
}

const Icon = () => (
  <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <path d="M3 4h2M3 10h2M3 16h2M8 4h9M8 10h9M8 16h9" />
  </svg>
);

/** A panel of GraphiQL with requests that are ready to run. */
export const examplesPlugin: GraphiQLPlugin = { title: 'Examples', icon: Icon, content: Examples };

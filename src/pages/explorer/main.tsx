import { useEditorContext } from '@graphiql/react';
import { GraphiQL } from 'graphiql';
import { buildSchema } from 'graphql';
import { useEffect, useMemo, useState } from 'react';
import type { Example } from '../../control/examples.ts';
import { useControl } from '../shared/control.ts';
import { Page, renderPage } from '../shared/page.tsx';
import { useStoredValue } from '../shared/stored-value.ts';
import { Examples } from './examples.tsx';
import { actor, createFetcher } from './fetcher.ts';
import './graphiql.css';

const firstQuery = `# Choose an example, or write a request.
query Organization {
  organization {
    name { translations { locale text } }
  }
}
`;

// A link to the page can name a request and a user.
const parameters = new URLSearchParams(location.search);
const query = parameters.get('query');
// GraphiQL keeps what was written; a link without variables has none.
const linked = query === null ? {} : { query, variables: parameters.get('variables') ?? '' };

function Explorer() {
  const [example, setExample] = useState<Example>();
  const [opened, setOpened] = useState({ count: 0, request: linked });
  const [outcome, setOutcome] = useState('Nothing is sent yet: run the request with Ctrl+Enter.');
  const names = useActorNames();
  const sender = names.get(useStoredValue(actor)) ?? 'nobody';
  const fetcher = useMemo(() => createFetcher(setOutcome), []);
  // In some dialects, the API shows its schema to administrators only.
  const { data } = useControl('GET /__admin/schema');
  const schema = useMemo(() => (data ? buildSchema(data.sdl) : null), [data]);
  function open(chosen: Example) {
    const { query: text, variables, user } = chosen;
    setExample(chosen);
    setOpened({ count: opened.count + 1, request: { query: text, variables: JSON.stringify(variables, null, 2) } });
    actor.set(user ? String(user.id) : '');
    // In a narrow window, the editor is below the list.
    document.querySelector('.graphiql-container')!.scrollIntoView({ block: 'nearest' });
  }
  return (
    <Page controls={<ActorPicker names={names} />}>
      <div className="explorer">
        <h1 className="hidden">Explorer</h1>
        <Examples opened={example} sender={sender} onOpen={open} />
        {/* GraphiQL opens a request in a tab when it begins. */}
        <GraphiQL
          key={opened.count}
          fetcher={fetcher}
          schema={schema}
          defaultQuery={firstQuery}
          {...opened.request}
          defaultEditorToolsVisibility="variables"
        >
          <GraphiQL.Footer>
            <p role="status" className="outcome-of-request">
              {outcome}
            </p>
          </GraphiQL.Footer>
          <EditorSettings />
        </GraphiQL>
      </div>
    </Page>
  );
}

/** The names of those who can send requests, by their ids as text. */
function useActorNames(): ReadonlyMap<string, string> {
  const { data: users } = useControl('GET /__admin/users');
  const { data: examples } = useControl('GET /__admin/examples');
  const selected = useStoredValue(actor);
  const names = new Map(
    users?.users.map(({ id, name, admin }) => [String(id), admin ? `${name}, administrator` : name]),
  );
  for (const { user } of examples?.examples ?? [])
    if (user && !names.has(String(user.id))) names.set(String(user.id), user.name);
  if (selected && !names.has(selected)) names.set(selected, `user ${selected}`);
  return names;
}

/** Chooses who sends the requests: a user of the world, or nobody. */
function ActorPicker({ names }: { names: ReadonlyMap<string, string> }) {
  const selected = useStoredValue(actor);
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

type Editor = NonNullable<ReturnType<typeof useEditorContext>>['headerEditor'];

/** Names the editors for screen readers, wraps their long lines, and lets the Tab key leave them. */
function EditorSettings() {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useEditorContext({ nonNull: true });
  useSettings(queryEditor, 'Request');
  useSettings(variableEditor, 'Variables');
  useSettings(headerEditor, 'Headers');
  useSettings(responseEditor, 'Response');
  return null;
}

function useSettings(editor: Editor, name: string): void {
  useEffect(() => {
    editor?.setOption('screenReaderLabel', name);
    editor?.setOption('lineWrapping', true);
    editor?.addKeyMap({ Tab: false, 'Shift-Tab': false });
  }, [editor, name]);
}

if (parameters.has('user')) actor.set(parameters.get('user')!);
renderPage(<Explorer />);

import { GraphiQL } from 'graphiql';
import { buildSchema } from 'graphql';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { DialectName } from '../shared/dialect-name.tsx';
import { Page, renderPage } from '../shared/page.tsx';
import { SessionPicker } from '../shared/session-picker.tsx';
import { useControl } from '../shared/use-control.ts';
import { ActorPicker } from './actor-picker.tsx';
import { actor } from './actor.ts';
import { EditorSettings } from './editor-settings.ts';
import { Examples } from './examples.tsx';
import { type Sent, createFetcher } from './fetcher.ts';
import { SentRequest } from './sent-request.tsx';
import './explorer.css';

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
const variables = parameters.get('variables');
// GraphiQL keeps what was written; a link without variables has none.
const request = query === null ? {} : { query, variables: variables ?? '' };

function Explorer() {
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const [sent, setSent] = useState<Sent>();
  const fetcher = useMemo(() => createFetcher(setSent), []);
  // In some dialects, the API shows its schema to administrators only.
  const { data } = useControl('GET /__admin/schema');
  const schema = useMemo(() => (data ? buildSchema(data.sdl) : null), [data]);
  return (
    <Page
      controls={
        <div className="pickers">
          <DialectName />
          <ActorPicker />
          <SessionPicker />
        </div>
      }
    >
      <div className="explorer">
        <h1>Explorer</h1>
        <aside className="examples" aria-labelledby="examples" ref={setAside} />
        <GraphiQL
          fetcher={fetcher}
          schema={schema}
          defaultQuery={firstQuery}
          {...request}
          defaultEditorToolsVisibility="variables"
        >
          <GraphiQL.Footer>
            <SentRequest sent={sent} />
          </GraphiQL.Footer>
          <EditorSettings />
          {aside && createPortal(<Examples />, aside)}
        </GraphiQL>
      </div>
    </Page>
  );
}

if (parameters.has('user')) actor.set(parameters.get('user')!);
renderPage(<Explorer />);

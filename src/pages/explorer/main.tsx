import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import { Page, renderPage } from '../shared/page.tsx';
import { DialectName } from '../shared/dialect-name.tsx';
import { SessionPicker } from '../shared/session-picker.tsx';
import { ActorPicker } from './actor-picker.tsx';
import { actor } from './actor.ts';
import { examplesPlugin } from './examples-plugin.tsx';
import { fetcher, introspectionQueryName } from './fetcher.ts';
import { LineWrapping, SchemaRefresh } from './editor-behavior.tsx';
import { SentRequest } from './sent-request.tsx';
import { setUpEditors } from './set-up-editors.ts';
import './explorer.css';

const plugins = [examplesPlugin, HISTORY_PLUGIN];
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
const request = {
  ...(query !== null && { initialQuery: query }),
  ...(variables !== null && { initialVariables: variables }),
};

function Explorer() {
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
        <GraphiQL
          fetcher={fetcher}
          introspectionQueryName={introspectionQueryName}
          customScalarSchemas={{ JSON: {} }}
          plugins={plugins}
          visiblePlugin={examplesPlugin}
          defaultQuery={firstQuery}
          {...request}
          defaultEditorToolsVisibility="variables"
        >
          <GraphiQL.Footer>
            <SentRequest />
          </GraphiQL.Footer>
          <SchemaRefresh />
          <LineWrapping />
        </GraphiQL>
      </div>
    </Page>
  );
}

setUpEditors();
if (parameters.has('user')) actor.set(parameters.get('user')!);
renderPage(<Explorer />);

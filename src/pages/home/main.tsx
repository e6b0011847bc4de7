import { Problem } from '../shared/action.tsx';
import { useControl } from '../shared/control.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { Kinds } from '../shared/kinds.tsx';
import { Page, renderPage } from '../shared/page.tsx';
import { Section } from '../shared/section.tsx';
import { Try } from './try.tsx';

const apiUrl = new URL('/api', location.href).href;
// The first of these that the world and the dialect have.
const preferredReads = ['Proposals, first page', 'A proposal and its answer', 'The organization and its taxonomies'];

function Home() {
  const { data: health, error } = useControl('GET /__admin/health');
  const { data: list } = useControl('GET /__admin/examples');
  const reads = list?.examples.filter(({ group, user }) => group.startsWith('Read') && user === null) ?? [];
  const [example] = preferredReads.flatMap((name) => reads.find((read) => read.name === name) ?? []);
  return (
    <Page>
      <div className="home">
        <header className="hero">
          <h1>Plenum</h1>
          <p>
            A stand-in for the API of Decidim: it answers as the platform does, with validation, permissions and records
            that you can change.
          </p>
          <p className="row">
            <code>{apiUrl}</code> <CopyButton text={apiUrl} label="the address of the API" />
            {health && (
              <span className="quiet">
                Dialect <strong>{health.dialect}</strong> · World <strong>{health.world}</strong> · Version{' '}
                <strong>{health.version}</strong>
              </span>
            )}
          </p>
        </header>
        <p>
          Write requests in the <a href="/explorer">explorer</a>. The <a href="/console">console</a> shows records and
          requests, makes requests fail, and moves the clock; tests do the same with the{' '}
          <a href="/__admin/openapi.json">control API</a>.
        </p>
        <Problem error={error} />
        {example && <Try url={apiUrl} example={example} />}
        <Tokens />
        {health && <Kinds counts={health.records} />}
      </div>
    </Page>
  );
}

/** The fixed tokens of the world. */
function Tokens() {
  const { data } = useControl('GET /__admin/users');
  const holders = data?.users.filter(({ token }) => token) ?? [];
  return (
    <Section id="tokens" title="Tokens">
      {data && holders.length === 0 && (
        <p>
          No user of this world has a fixed token. Add <code>token</code> to a user, or{' '}
          <a href="/console#world">issue a token</a>.
        </p>
      )}
      <ul className="list">
        {holders.map(({ id, name, admin, token }) => (
          <li key={id}>
            <div>
              <code>{token}</code>{' '}
              <span className="quiet">
                {name}, {admin ? 'an administrator' : 'a participant'}
              </span>
            </div>
            <CopyButton text={token!} label={`the token of ${name}`} />
          </li>
        ))}
      </ul>
      <p className="quiet">
        Send one as <code>Authorization: Bearer …</code>, or <a href="/console#world">issue one for any user</a>.
      </p>
    </Section>
  );
}

renderPage(<Home />);

import { CopyButton } from '../shared/copy-button.tsx';
import { Page, renderPage } from '../shared/page.tsx';
import { Problem } from '../shared/problem.tsx';
import { SessionPicker } from '../shared/session-picker.tsx';
import { useControl } from '../shared/use-control.ts';
import { Kinds } from './kinds.tsx';
import { State } from './state.tsx';
import { Tokens } from './tokens.tsx';
import { Try } from './try.tsx';
import './home.css';

const apiUrl = new URL('/api', location.href).href;
// The first of these that the world and the dialect have.
const preferredReads = ['Proposals, first page', 'A proposal and its answer', 'The organization and its taxonomies'];

function Home() {
  const { data: health, error, mutate } = useControl('GET /__admin/health');
  const { data: users } = useControl('GET /__admin/users');
  const { data: list } = useControl('GET /__admin/examples');
  const reads = list?.examples.filter(({ group, user }) => group.startsWith('Read') && user === null) ?? [];
  const example = reads.find(
    ({ name }) => name === preferredReads.find((each) => reads.some((read) => read.name === each)),
  );
  return (
    <Page controls={<SessionPicker />}>
      <div className="home">
        <section className="hero" aria-labelledby="plenum">
          <h1 id="plenum">Plenum</h1>
          <p className="lead">
            A backend for the frontend of a participation platform: it answers like Decidim, with validation,
            permissions and records that you can change.
          </p>
          <p className="endpoint">
            <code>{apiUrl}</code> <CopyButton text={apiUrl} label="the address of the API" />
          </p>
          {health && (
            <dl className="facts">
              <Fact name="Dialect" value={health.dialect} />
              <Fact name="World" value={health.world} />
              <Fact name="Version" value={health.version} />
            </dl>
          )}
        </section>
        <Problem error={error} />
        {example && <Try url={apiUrl} example={example} onSent={() => void mutate()} />}
        <div className="side">
          <State />
          {users && <Tokens users={users.users} />}
        </div>
        {health && <Kinds counts={health.records} />}
        <Links />
      </div>
    </Page>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** Where to go from here. */
const links = [
  ['/explorer', 'Explorer', 'Write requests, with completion, examples and the documentation of every field.'],
  ['/console', 'Console', 'Look at records and change them, follow requests, break some of them, move the clock.'],
  ['/__admin/openapi.json', 'Control API', 'What the console does, for scripts and tests, as an OpenAPI file.'],
] as const;

/** Links to the other pages and to the documentation. */
const Links = () => (
  <nav className="links" aria-label="Documentation and tools">
    {links.map(([href, name, text]) => (
      <a key={href} href={href} className="card">
        <strong>{name}</strong>
        <span>{text}</span>
      </a>
    ))}
  </nav>
);

renderPage(<Home />);

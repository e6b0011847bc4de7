import type { ListedUser } from '../../control/list-users.ts';
import type { Example } from '../../control/examples/example.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { Page, renderPage } from '../shared/page.tsx';
import { Problem } from '../shared/problem.tsx';
import { useControl } from '../shared/use-control.ts';
import { Try } from './try.tsx';
import './home.css';

interface Health {
  version: string;
  dialect: string;
  world: string;
  records: Record<string, number>;
}

const apiUrl = new URL('/api', location.href).href;

function Home() {
  const { data: health, error, mutate } = useControl<Health>('/health');
  const { data: users } = useControl<{ users: ListedUser[] }>('/users');
  const { data: examples } = useControl<{ examples: Example[] }>('/examples');
  const example = examples?.examples.find(({ name }) => name === 'Create a meeting');
  const sender = users?.users.find(({ id, token }) => token && id === example?.user?.id);
  return (
    <Page>
      <div className="home">
        <h1>Plenum answers at {apiUrl}</h1>
        <Problem error={error} />
        {health && <Facts health={health} />}
        {users && <Tokens users={users.users} />}
        {example && sender && <Try url={apiUrl} token={sender.token!} example={example} onSent={() => void mutate()} />}
        <Links />
      </div>
    </Page>
  );
}

function Facts({ health: { version, dialect, world, records } }: { health: Health }) {
  const kinds = Object.entries(records).filter(([, count]) => count > 0);
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">What runs here</h2>
      <dl className="facts">
        <dt>Dialect</dt>
        <dd>{dialect}</dd>
        <dt>World</dt>
        <dd>{world}</dd>
        <dt>Version</dt>
        <dd>{version}</dd>
        <dt>Records</dt>
        <dd>
          {total} of {kinds.length} kinds
        </dd>
      </dl>
      <ul className="counts" aria-label="Records by kind">
        {kinds.map(([kind, count]) => (
          <li key={kind}>
            <a href={`/console#records/${kind}`}>{kind}</a> {count}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tokens({ users }: { users: ListedUser[] }) {
  const holders = users.filter(({ token }) => token);
  return (
    <section className="card" aria-labelledby="tokens">
      <h2 id="tokens">Tokens</h2>
      {holders.length === 0 && <p>No user of this world has a fixed token. Issue one in the console.</p>}
      <ul className="tokens">
        {holders.map(({ id, name, admin, token }) => (
          <li key={id}>
            <code>{token}</code> <CopyButton text={token!} label={`the token of ${name}`} />
            <span className="quiet">
              {name}, {admin ? 'an administrator' : 'a participant'}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        Send one as <code>Authorization: Bearer …</code>
      </p>
    </section>
  );
}

const Links = () => (
  <section className="card" aria-labelledby="links">
    <h2 id="links">Go on</h2>
    <ul>
      <li>
        <a href="/explorer">Explorer</a>: write requests, with documentation
      </li>
      <li>
        <a href="/console">Console</a>: records, requests so far, faults, snapshots, the clock
      </li>
      <li>
        <a href="/__admin/openapi.json">Control API</a>: what the console does, for scripts and tests
      </li>
    </ul>
  </section>
);

renderPage(<Home />);

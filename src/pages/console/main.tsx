import type { ReactNode } from 'react';
import { Page, renderPage } from '../shared/page.tsx';
import { SessionPicker } from '../shared/session-picker.tsx';
import { DialectLink } from '../shared/dialect-link.tsx';
import { ApiChanges } from './changes/api-changes.tsx';
import { Clock } from './clock/clock.tsx';
import { Faults } from './faults/faults.tsx';
import { Records } from './records/records.tsx';
import { Requests } from './requests/requests.tsx';
import { type Route, useRoute } from './route.ts';
import { Shadow } from './shadow/shadow.tsx';
import { useControl } from '../shared/use-control.ts';
import { Tokens } from './tokens/tokens.tsx';
import { Worlds } from './worlds/worlds.tsx';
import './console.css';

interface Panel {
  name: string;
  /** Shows the panel; `path` is what follows its id in the address, such as `["proposals", "3"]`. */
  show: (route: Route) => ReactNode;
}

/** The panels by the first part of the address after `#`. */
const panels: Record<string, Panel> = {
  records: { name: 'Records', show: (route) => <Records {...route} /> },
  requests: { name: 'Requests', show: ({ path }) => <Requests path={path} /> },
  faults: { name: 'Faults', show: () => <Faults /> },
  worlds: { name: 'Snapshots and sessions', show: () => <Worlds /> },
  clock: { name: 'Clock', show: () => <Clock /> },
  changes: { name: 'Changes of the API', show: () => <ApiChanges /> },
  tokens: { name: 'Tokens', show: ({ path: [user = ''] }) => <Tokens key={user} user={user} /> },
  shadow: { name: 'Shadow', show: () => <Shadow /> },
};

function Console() {
  const { path, query } = useRoute();
  const [id = '', ...rest] = path;
  const isKnown = Object.hasOwn(panels, id);
  const selected = isKnown ? id : 'records';
  // Without --shadow, nothing is compared.
  const { data: shadow } = useControl('GET /__admin/shadow');
  const shown = Object.entries(panels).filter(([each]) => each !== 'shadow' || (shadow?.url ?? null) !== null);
  return (
    <Page
      controls={
        <>
          <DialectLink />
          <SessionPicker />
        </>
      }
    >
      <h1>Console</h1>
      <nav className="panels" aria-label="Panels">
        {shown.map(([each, { name }]) => (
          <a key={each} href={`#${each}`} aria-current={each === selected ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {panels[selected]!.show({ path: isKnown ? rest : [], query })}
    </Page>
  );
}

renderPage(<Console />);

import type { ReactNode } from 'react';
import { Page, renderPage } from '../shared/page.tsx';
import { Faults } from './faults/faults.tsx';
import { Records } from './records/records.tsx';
import { Requests } from './requests/requests.tsx';
import { type Route, useRoute } from './route.ts';
import { World } from './world/world.tsx';

/** The panels by the first part of the address after `#`, with what they show for the rest of it. */
const panels: Record<string, { name: string; show: (route: Route) => ReactNode }> = {
  records: { name: 'Records', show: (route) => <Records {...route} /> },
  requests: { name: 'Requests', show: (route) => <Requests {...route} /> },
  faults: { name: 'Faults', show: () => <Faults /> },
  world: { name: 'World', show: () => <World /> },
};

function Console() {
  const { path, query } = useRoute();
  const [id = '', ...rest] = path;
  const selected = Object.hasOwn(panels, id) ? id : 'records';
  return (
    <Page>
      <h1 className="hidden">Console</h1>
      <nav className="tabs panels" aria-label="Panels">
        {Object.entries(panels).map(([each, { name }]) => (
          <a key={each} href={`#${each}`} aria-current={each === selected ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {panels[selected]!.show({ path: selected === id ? rest : [], query })}
    </Page>
  );
}

renderPage(<Console />);

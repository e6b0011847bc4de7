import { type MouseEvent, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { namePattern } from '../../control/api/schema.ts';
import { useControl } from './control.ts';
import { Notices } from './notices.tsx';
import { session, useStoredValue } from './stored-value.ts';
import './style.css';

const links = [
  // Also at `/`, unless a site is there.
  ['/__pages/', 'Home'],
  ['/explorer', 'Explorer'],
  ['/console', 'Console'],
] as const;

/** Moves the focus without a change of the address, whose hash says what the console shows. */
function skip(event: MouseEvent) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')!.focus();
}

/** The frame of every page: a link to its content, the links to the other pages, what it acts on, and controls of this page. */
export function Page({ children, controls }: { children: ReactNode; controls?: ReactNode }) {
  const path = location.pathname.replace(/^\/$/, '/__pages/');
  return (
    <>
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="bar">
        <nav className="tabs" aria-label="Pages">
          {links.map(([href, name]) => (
            <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <div className="row">
          {controls}
          <SessionPicker />
        </div>
      </header>
      <Notices />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Chooses the world that the page acts on: that of the server, or that of a test session. */
function SessionPicker() {
  const { data } = useControl('GET /__admin/sessions');
  const selected = useStoredValue(session);
  const names = data?.sessions.map(({ name }) => name) ?? [];
  const listed = selected && !names.includes(selected) ? [...names, selected] : names;
  return (
    <label>
      Session{' '}
      <select value={selected} onChange={(event) => session.set(event.target.value)}>
        <option value="">none</option>
        {listed.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** Takes over the session that the link to the page names, as `?session=NAME`. The address does not keep it, so that another choice stays. */
function readLinkedSession(): void {
  const url = new URL(location.href);
  const linked = url.searchParams.get('session') ?? session.get();
  // The name becomes a header, and another one would make every request of this tab fail.
  session.set(new RegExp(namePattern).test(linked) ? linked : '');
  if (!url.searchParams.has('session')) return;
  url.searchParams.delete('session');
  history.replaceState(null, '', url);
}

/** Renders a page into its document. */
export function renderPage(page: ReactNode): void {
  readLinkedSession();
  createRoot(document.querySelector('#page')!).render(<StrictMode>{page}</StrictMode>);
}

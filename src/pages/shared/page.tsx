import { type MouseEvent, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { namePattern } from '../../control/api/schema.ts';
import { Notices } from './notices.tsx';
import { session } from './stored-value.ts';
import './base.css';

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

/** The frame of every page: a link to its content, the links to the other pages, and controls of this page on the right. */
export function Page({ children, controls }: { children: ReactNode; controls?: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="bar">
        <nav aria-label="Pages">
          {links.map(([path, name]) => (
            <a
              key={path}
              href={path}
              aria-current={location.pathname.replace(/^\/$/, '/__pages/') === path ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        {controls}
      </header>
      <Notices />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
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

import { type MouseEvent, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';

const links = [
  ['/', 'Home'],
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
            <a key={path} href={path} aria-current={location.pathname === path ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        {controls}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Renders a page into its document. */
export function renderPage(page: ReactNode): void {
  createRoot(document.querySelector('#page')!).render(<StrictMode>{page}</StrictMode>);
}

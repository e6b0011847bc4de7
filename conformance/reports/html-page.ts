import { createHash } from 'node:crypto';
import { stylesheet } from './html-style.ts';
import { Markup, markup } from './html-template.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Blocks every resource and every script except that of the page, whatever a response contains. */
const contentSecurityPolicy = (script: string | undefined): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `style-src ${hashOf(stylesheet)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The parts of a page of a report. */
export interface PageParts {
  title: string;
  header: Markup;
  main: Markup;
  footer: string;
  /** A program for what the page offers beyond reading. */
  script?: string;
}

/** Renders the page of a report as one HTML file that loads nothing. */
export const htmlPage = ({ title, header, main, footer, script }: PageParts): string =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(contentSecurityPolicy(script))}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>${new Markup(stylesheet)}</style>
      </head>
      <body>
        ${header}
        <main>${main}</main>
        <footer class="soft">${footer}</footer>
        ${script === undefined ? undefined : markup`<script>${new Markup(script)}</script>`}
      </body>
    </html>
`.html;

/** The beginning of a page: what the report shows, and the facts of the run. */
export function pageHeader({
  title,
  className,
  lines: [headline = '', ...lines],
  facts,
}: {
  title: string;
  className: string;
  lines: string[];
  facts: [name: string, value: string][];
}): Markup {
  return markup`<header>
    <h1>${title}</h1>
    <div class="verdict ${className}">
      <p><strong>${headline}</strong></p>
      ${lines.map((line) => markup`<p>${line}</p>`)}
    </div>
    <dl class="about">
      ${facts.map(
        ([name, value]) =>
          markup`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </header>`;
}

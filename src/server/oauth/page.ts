import { randomBytes } from 'node:crypto';
import type { Context } from '../../contract/server-dialect.ts';
import { escapeHtml } from '../../escape-html.ts';

/** Escapes a text for HTML, attributes included. */
export const escape = (text: string): string => escapeHtml(text, /[&<>"']/g);

/** What differs between the pages. */
export interface PageParts {
  /** Two-letter code of the language. */
  locale: string;
  title: string;
  /** The HTML of the main part. */
  main: string;
  /** The HTML beside the main part: what the platform does not have. */
  aside?: string;
  /** A script that runs at once. */
  script?: string;
}

// The colours are those of src/pages/shared/style.css.
const style = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#16181d);--raised:light-dark(#f4f5f7,#20232a);--line:light-dark(#d3d7de,#3a3f4a);--text:light-dark(#1b1f27,#e8eaef);--quiet:light-dark(#545c6b,#a9b1c0);--accent:light-dark(#0b57a4,#8cc0ff);--on-accent:light-dark(#fff,#10151d);--good:light-dark(#146c3a,#7fd8a2);--bad:light-dark(#a8201a,#ff9d94);--wash:linear-gradient(120deg,light-dark(#e3eefb,#1b2a40),light-dark(#f3ecfb,#2a2140));font:16px/1.5 system-ui,'Segoe UI','DejaVu Sans',sans-serif;background:var(--ground);color:var(--text)}
*{box-sizing:border-box}
body{margin:0}
header{background:var(--wash);padding:1.1rem 1rem 4.5rem}
header p{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;justify-content:space-between;margin:0 auto;max-width:32rem}
header strong{font-size:1.15rem}
header span{font-size:.875rem}
main,aside{margin:0 auto;width:min(32rem,100% - 2rem);background:var(--ground);border:1px solid var(--line);border-radius:14px;padding:1.75rem}
main{margin-top:-3.25rem;box-shadow:0 8px 28px rgb(0 0 0/.08)}
aside{margin-top:1.25rem;margin-bottom:3rem}
@media(max-width:30rem){main,aside{padding:1.25rem}}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem;text-wrap:balance}
h2{font-size:1.05rem;margin:0 0 .25rem}
label{display:block;font-weight:600;margin:0 0 1rem}
label.check{font-weight:400;margin-bottom:1.25rem}
input:not([type=checkbox],[type=hidden]){display:block;width:100%;font:inherit;font-weight:400;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:8px;padding:.55rem .75rem;margin-top:.2rem}
input[type=checkbox]{width:1.1rem;height:1.1rem;vertical-align:-.15rem;margin:0 .35rem 0 0;accent-color:var(--accent)}
button{font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:8px;padding:.55rem 1.2rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
button:hover{filter:brightness(1.08)}
button.quiet{background:none;color:var(--accent)}
main form>button{width:100%}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
a{color:var(--accent)}
.alert,pre{border-left:4px solid var(--bad);border-radius:0 8px 8px 0;padding:.6rem .9rem;margin:0 0 1rem;background:var(--raised)}
pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}
code{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
.code{background:var(--raised);border-radius:8px;padding:.75rem;margin:0}
.who{display:flex;gap:.75rem;align-items:center;margin:0 0 1.25rem}
.face{flex:none;width:2.5rem;height:2.5rem;border-radius:50%;display:grid;place-items:center;background:var(--wash);font-weight:600;object-fit:cover}
.abilities{list-style:none;margin:0;padding:1rem;border-radius:8px;background:var(--raised);display:grid;gap:.35rem}
.abilities li{display:grid;grid-template-columns:1.6rem 1fr}
.abilities li::before{content:'✓'/'';color:var(--good);font-weight:700}
.abilities li.withheld::before{content:'✕'/'';color:inherit;font-weight:400}
.withheld,.note{color:var(--quiet)}
.note{margin:1rem 0;font-size:.9rem}
main>:last-child{margin-bottom:0}
.actions{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
.search{display:flex;gap:.5rem;align-items:end}
.search label{flex:1;min-width:0;margin:0}
.people{list-style:none;margin:1rem -.5rem 0;padding:0}
.people button{display:grid;grid-template-columns:2.5rem minmax(0,1fr) auto;gap:.75rem;align-items:center;width:100%;text-align:left;font-weight:400;background:none;color:var(--text);border-color:transparent;padding:.45rem .5rem}
.people button:hover{background:var(--raised);filter:none}
.people span{font-weight:600;line-height:1.35;overflow-wrap:anywhere}
small{color:var(--quiet);font-weight:400;font-size:.875rem;overflow-wrap:anywhere}
`;

/** Returns a page as HTML. It needs no script, except one that is given. */
function page(organization: string, nonce: string, { locale, title, main, aside, script }: PageParts): string {
  return `<!doctype html>
<html lang="${escape(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><header><p><strong>${escape(organization)}</strong><span>a stand-in by Plenum</span></p></header>
<main>${main}</main>${aside ? `<aside aria-labelledby="aside">${aside}</aside>` : ''}${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>
`;
}

/** Sends a page, which no page of another site can show in a frame. */
export function sendPage(ctx: Context, status: number, parts: PageParts): void {
  const nonce = randomBytes(12).toString('base64url');
  ctx.status = status;
  ctx.body = page(nameOfOrganization(ctx, parts.locale), nonce, parts);
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'`,
  });
}

/** The name of the organization in a language. */
export function nameOfOrganization(ctx: Context, locale: string): string {
  const { name, defaultLocale } = ctx.state.world.store.organization;
  return name[locale] ?? name[defaultLocale] ?? '';
}

import { randomBytes } from 'node:crypto';
import type { OAuthApplication } from '../../contract/grants.ts';
import type { Context } from '../../contract/server-dialect.ts';
import { escapeHtml } from '../../escape-html.ts';
import type { User } from '../../store/records.ts';
import { splitScopes } from './grants.ts';

const escape = (text: string): string => escapeHtml(text, /[&<>"']/g);

/** What every page shows. */
interface PageParts {
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

const style = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#16181d);--raised:light-dark(#f4f5f7,#20232a);--line:light-dark(#d3d7de,#3a3f4a);--text:light-dark(#1b1f27,#e8eaef);--quiet:light-dark(#545c6b,#a9b1c0);--accent:light-dark(#0b57a4,#8cc0ff);--on-accent:light-dark(#fff,#10151d);--bad:light-dark(#a8201a,#ff9d94);font:16px/1.5 system-ui,'Segoe UI','DejaVu Sans',sans-serif;background:var(--ground);color:var(--text)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:34rem;padding:2rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1.5rem}
h2{font-size:1.05rem;margin:0 0 .5rem}
label{display:block;margin:0 0 1rem}
input:not([type=checkbox],[type=hidden]){display:block;width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:6px;padding:.5rem .7rem}
button{font:inherit;border:1px solid var(--accent);border-radius:6px;padding:.5rem 1.1rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
button.quiet{background:none;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
a{color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.alert{border-left:4px solid var(--bad);padding:.5rem .9rem;background:var(--raised)}
pre{white-space:pre-wrap;background:var(--raised);padding:1rem;border-radius:6px;overflow-wrap:anywhere}
code{overflow-wrap:anywhere}
.withheld{color:var(--quiet)}
aside{margin-top:3rem;border:1px solid var(--line);border-radius:10px;padding:1rem}
aside p{color:var(--quiet);margin:.25rem 0 1rem}
aside form.search{display:flex;gap:.5rem;align-items:end}
aside form.search label{flex:1;margin:0}
.people{list-style:none;margin:1rem 0 0;padding:0;display:grid;gap:.4rem}
.people button{display:grid;grid-template-columns:2.4rem 1fr auto;gap:.75rem;align-items:center;width:100%;text-align:left;background:none;color:var(--text);border-color:var(--line)}
.people img,.people .initial{width:2.4rem;height:2.4rem;border-radius:50%;display:grid;place-items:center;background:var(--raised);object-fit:cover}
.people small{color:var(--quiet)}
`;

/** Returns a page as HTML. It needs no script, except one that is given. */
function page({ locale, title, main, aside, script }: PageParts): { html: string; nonce: string } {
  const nonce = randomBytes(12).toString('base64url');
  const html = `<!doctype html>
<html lang="${escape(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main>${main}</main>${aside ? `<aside aria-labelledby="aside">${aside}</aside>` : ''}${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>
`;
  return { html, nonce };
}

/** Sends a page, which no page of another site can show in a frame. */
export function sendPage(ctx: Context, status: number, parts: PageParts): void {
  const { html, nonce } = page(parts);
  ctx.status = status;
  ctx.body = html;
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'`,
  });
}

/** The name of the organization in a language. */
function nameOfOrganization(ctx: Context, locale: string): string {
  const { name, defaultLocale } = ctx.state.world.store.organization;
  return name[locale] ?? name[defaultLocale] ?? '';
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`;

interface SignInForm {
  locale: string;
  authenticityToken: string;
  email: string;
  /** What went wrong, such as a wrong password. */
  alert?: string | undefined;
  /** The people to pick from, and what was searched for; undefined if nobody may pick. */
  picker?: { people: readonly User[]; search: string; pictureOf(user: User): string | undefined } | undefined;
}

/** The page on which a person signs in. */
export function signInPage(ctx: Context, { locale, authenticityToken, email, alert, picker }: SignInForm): PageParts {
  const action = `/${locale}/users/sign_in`;
  const token = hidden('authenticity_token', authenticityToken);
  return {
    locale,
    title: `Log in - ${nameOfOrganization(ctx, locale)}`,
    main: `<h1>Log in</h1>
${alert ? `<p class="alert" role="alert">${escape(alert)}</p>` : ''}
<form action="${escape(action)}" method="post">${token}
<label>Email <input type="email" name="user[email]" value="${escape(email)}" autocomplete="email" required></label>
<label>Password <input type="password" name="user[password]" autocomplete="current-password" required></label>
<label><input type="checkbox" name="user[remember_me]" value="1"> Remember me</label>
<button>Log in</button></form>`,
    ...(picker && { aside: pickerOf(action, token, picker) }),
  };
}

/** How many people the picker shows at a time. */
const maxPeople = 20;

function pickerOf(
  action: string,
  token: string,
  { people, search, pictureOf }: NonNullable<SignInForm['picker']>,
): string {
  const shown = people.slice(0, maxPeople);
  const rows = shown.map(
    (user) =>
      `<li><form action="${escape(action)}" method="post">${token}${hidden('plenum_user', String(user.id))}<button>${pictureOrInitial(user, pictureOf(user))}<span>${escape(user.name)}<br><small>@${escape(user.nickname)}</small></span><small>${user.admin ? 'Administrator' : 'Participant'}</small></button></form></li>`,
  );
  const rest = people.length - shown.length;
  return `<h2 id="aside">Sign in as somebody of this world</h2>
<p>For development: the stand-in asks for no password here. A deployment has no such list.</p>
<form class="search" action="${escape(action)}" method="get"><label>Search people <input type="search" name="q" value="${escape(search)}"></label><button class="quiet">Search</button></form>
${rows.length > 0 ? `<ul class="people">${rows.join('')}</ul>` : '<p>No person has such a name.</p>'}
${rest > 0 ? `<p>${rest} more: search for a name.</p>` : ''}`;
}

const pictureOrInitial = ({ name }: User, picture: string | undefined): string =>
  picture === undefined
    ? `<span class="initial" aria-hidden="true">${escape(name.slice(0, 1).toUpperCase())}</span>`
    : `<img src="${escape(picture)}" alt="">`;

/** The parameters of an authorization request that the forms of the consent page repeat. */
export const hiddenFields = [
  'client_id',
  'redirect_uri',
  'state',
  'response_type',
  'response_mode',
  'scope',
  'code_challenge',
  'code_challenge_method',
] as const;
export type HiddenFields = Record<(typeof hiddenFields)[number], string>;

/** What an application gets, by the scope that gives it; undefined for what every application gets. */
const abilities: [scope: string | undefined, text: string][] = [
  [undefined, 'know your name'],
  [undefined, 'know your nickname and your picture'],
  [undefined, 'know your e-mail address'],
  ['user', 'act as you'],
  ['api:read', 'read what you can read'],
  ['api:write', 'write in your name'],
];

/** Headings by language; the others have that of English. */
const consentHeadings: Record<string, (application: string, makers: string) => string> = {
  en: (application, makers) => `${application} wants to use your account by ${makers}`,
  ca: (application, makers) => `${application} vol utilitzar el teu compte per ${makers}`,
};

interface ConsentForm {
  locale: string;
  authenticityToken: string;
  application: OAuthApplication;
  user: User;
  fields: HiddenFields;
}

/** The page on which a person allows or refuses what an application asks for. */
export function consentPage(ctx: Context, form: ConsentForm): PageParts {
  const { locale, authenticityToken, application, user, fields } = form;
  const heading = (consentHeadings[locale] ?? consentHeadings['en']!)(application.name, application.organizationName);
  const scopes = new Set(splitScopes(fields.scope));
  const inputs = [
    hidden('authenticity_token', authenticityToken),
    ...hiddenFields.map((each) => hidden(each, fields[each])),
  ].join('');
  const action = `/oauth/authorize?locale=${encodeURIComponent(locale)}`;
  const items = abilities.map(([scope, text]) =>
    scope === undefined || scopes.has(scope)
      ? `<li>The application can ${text}.</li>`
      : `<li class="withheld">The application cannot ${text}.</li>`,
  );
  return {
    locale,
    title: nameOfOrganization(ctx, locale),
    main: `<h1>${escape(heading)}</h1>
<p>You are signed in as <strong>${escape(user.name)}</strong> (@${escape(user.nickname)}).</p>
<ul>${items.join('')}</ul>
<p class="withheld">You go back to <code>${escape(fields.redirect_uri)}</code>.</p>
<div class="actions">
<form action="${escape(action)}" method="post">${hidden('_method', 'delete')}${inputs}<button class="quiet">Refuse</button></form>
<form action="${escape(action)}" method="post">${inputs}<button>Allow</button></form>
</div>`,
  };
}

/** The page for a request that the platform refuses, without a way back to the application. */
export const refusalPage = (ctx: Context, locale: string, message: string): PageParts => ({
  locale,
  title: nameOfOrganization(ctx, locale),
  main: `<p>The application asked for something that is refused:</p><pre>${escape(message)}</pre>`,
});

/** The page whose form brings the parameters to the application (`response_mode=form_post`). */
export const formPostPage = (
  ctx: Context,
  locale: string,
  action: string,
  fields: Record<string, string>,
): PageParts => ({
  locale,
  title: nameOfOrganization(ctx, locale),
  main: `<h1>Submit this form</h1><form action="${escape(action)}" method="post" id="authorization_response">${Object.entries(
    fields,
  )
    .map(([name, value]) => hidden(name, value))
    .join('')}<button>Continue</button></form>`,
  script: 'document.forms[0].submit()',
});

/** The page with the code for an application that no browser can go back to. */
export const codePage = (ctx: Context, locale: string, code: string): PageParts => ({
  locale,
  title: nameOfOrganization(ctx, locale),
  main: `<p>Copy this code into the application:</p><p><code id="authorization_code">${escape(code)}</code></p>`,
});

export const notFoundPage = (ctx: Context): PageParts => ({
  locale: 'en',
  title: nameOfOrganization(ctx, 'en'),
  main: '<h1>The page you are looking for cannot be found</h1><p>The GraphQL endpoint is <code>/api</code>.</p>',
});

/** The page of somebody who is signed in. */
export const accountPage = (ctx: Context, locale: string, user: User, authenticityToken: string): PageParts => ({
  locale,
  title: `My account - ${nameOfOrganization(ctx, locale)}`,
  main: `<h1>Participant settings - My account</h1>
<p>You are signed in as <strong>${escape(user.name)}</strong> (@${escape(user.nickname)}).</p>
<form action="/users/sign_out" method="post">${hidden('_method', 'delete')}${hidden('authenticity_token', authenticityToken)}<button class="quiet">Log out</button></form>`,
});

import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../../../escape-html.ts';
import type { User } from '../../../records/records.ts';
import { type OAuthApplication, splitScopes } from '../../../server/auth/grants.ts';
import { mayUsePages } from '../../../server/auth/authentication.ts';
import { type OAuthRequest, sessionOf } from './requests.ts';

/** Escapes a text for HTML, attributes included. */
const escape = (text: string): string => escapeHtml(text, /[&<>"']/g);

/** What differs between the pages. */
interface PageParts {
  /** What stands before the name of the organization in the title. */
  title?: string;
  /** The HTML of the main part. */
  main: string;
  /** The HTML beside the main part: what the platform does not have. */
  aside?: string;
  /** A script that runs at once. */
  script?: string;
}

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:1rem}
header p,.who,.actions,.search{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
header p{justify-content:space-between}
label{display:block;margin-bottom:1rem}
input:not([type=checkbox],[type=hidden]){display:block;box-sizing:border-box;width:100%;font:inherit;padding:.4rem}
button{font:inherit;padding:.4rem 1rem}
.alert,pre{border-left:4px solid;padding:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}
.face{flex:none;width:2.5rem;height:2.5rem;border:1px solid;border-radius:50%;display:grid;place-items:center;object-fit:cover}
.people{list-style:none;padding:0}
.people button{display:flex;gap:.75rem;align-items:center;width:100%;text-align:left}
code,small{overflow-wrap:anywhere}
`;

/** Sends a page, which needs no script, except one that is given. No page of another site can show it in a frame. */
export function sendPage(
  { ctx, locale }: Pick<OAuthRequest, 'ctx' | 'locale'>,
  status: number,
  { title, main, aside, script }: PageParts,
): void {
  const { name, defaultLocale } = ctx.state.world.store.organization;
  const organization = escape(name[locale] ?? name[defaultLocale] ?? '');
  const nonce = randomBytes(12).toString('base64url');
  ctx.status = status;
  ctx.body = `<!doctype html>
<html lang="${escape(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title ? `${title} - ` : ''}${organization}</title><style nonce="${nonce}">${style}</style></head>
<body><header><p><strong>${organization}</strong><span>a stand-in by Plenum</span></p></header>
<main>${main}</main>${aside ? `<aside aria-labelledby="aside">${aside}</aside>` : ''}${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>
`;
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'`,
  });
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`;

/** A form with the authenticity token of the session. `method` is what the form stands for. */
function formOf({ authentication, cookie }: OAuthRequest, action: string, content: string, method?: string): string {
  const token = hidden('authenticity_token', authentication.signSession(sessionOf(cookie)));
  return `<form action="${escape(action)}" method="post">${method ? hidden('_method', method) : ''}${token}${content}</form>`;
}

/** The page on which a person signs in. `alert` says what went wrong, such as a wrong password. */
export function signInPage(request: OAuthRequest, email: string, alert?: string): PageParts {
  const action = `/${request.locale}/users/sign_in`;
  const fields = `
<label>Email <input type="email" name="user[email]" value="${escape(email)}" autocomplete="email" required></label>
<label>Password <input type="password" name="user[password]" autocomplete="current-password" required></label>
<label><input type="checkbox" name="user[remember_me]" value="1"> Remember me</label>
<button>Log in</button>`;
  return {
    title: 'Log in',
    main: `<h1>Log in</h1>
${alert ? `<p class="alert" role="alert">${escape(alert)}</p>` : ''}
${formOf(request, action, fields)}`,
    ...(request.settings.hasPicker && { aside: pickerOf(request, action) }),
  };
}

/** How many people the picker shows at a time. */
const maxPeople = 20;

/** A list of the people of the world, to sign in as one of them. */
function pickerOf(request: OAuthRequest, action: string): string {
  const { q: search = '' } = request.parameters;
  const isMeant = ({ name, nickname }: User) =>
    `${name} ${nickname}`.toLowerCase().includes(search.trim().toLowerCase());
  const people = request.store.all('users').filter((each) => mayUsePages(each) && isMeant(each));
  const rows = people.slice(0, maxPeople).map((user) => {
    const button = `<button>${pictureOf(request, user)}<span>${escape(user.name)}<br><small>@${escape(user.nickname)}</small></span><small>${user.admin ? 'Administrator' : 'Participant'}</small></button>`;
    return `<li>${formOf(request, action, `${hidden('plenum_user', String(user.id))}${button}`)}</li>`;
  });
  const rest = people.length - rows.length;
  return `<h2 id="aside">Sign in as somebody of this world</h2>
<p>For development: the stand-in asks for no password here. A deployment has no such list.</p>
<form class="search" action="${escape(action)}" method="get"><label>Search people <input type="search" name="q" value="${escape(search)}"></label><button>Search</button></form>
${rows.length > 0 ? `<ul class="people">${rows.join('')}</ul>` : '<p role="status">No person has such a name.</p>'}
${rest > 0 ? `<p>${rest} more: search for a name.</p>` : ''}`;
}

/** The picture of a person, or the first letter of the name. */
function pictureOf(request: OAuthRequest, user: User): string {
  const address = request.pictureOf(user, request.ctx);
  return address === undefined
    ? `<span class="face" aria-hidden="true">${escape(user.name.slice(0, 1).toUpperCase())}</span>`
    : `<img class="face" src="${escape(address)}" alt="">`;
}

/** Who is signed in. */
const whoOf = (request: OAuthRequest, user: User): string =>
  `<p class="who">${pictureOf(request, user)}<span>You are signed in as <strong>${escape(user.name)}</strong> <small>@${escape(user.nickname)}</small></span></p>`;

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
];

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

/** The page on which a person allows or refuses what an application asks for. */
export function consentPage(
  request: OAuthRequest,
  application: OAuthApplication,
  user: User,
  fields: Record<string, string> & { scope: string; redirect_uri: string },
): PageParts {
  const { locale } = request;
  const heading = (consentHeadings[locale] ?? consentHeadings['en']!)(application.name, application.organizationName);
  const scopes = new Set(splitScopes(fields.scope));
  const inputs = hiddenFields.map((each) => hidden(each, fields[each]!)).join('');
  const action = `/oauth/authorize?locale=${encodeURIComponent(locale)}`;
  const items = abilities.map(
    ([scope, text]) =>
      `<li>The application ${scope === undefined || scopes.has(scope) ? 'can' : 'cannot'} ${text}.</li>`,
  );
  return {
    main: `<h1>${escape(heading)}</h1>
${whoOf(request, user)}
<ul>${items.join('')}</ul>
<p>You go back to <code>${escape(fields.redirect_uri)}</code>.</p>
<div class="actions">
${formOf(request, action, `${inputs}<button>Refuse</button>`, 'delete')}
${formOf(request, action, `${inputs}<button>Allow</button>`)}
</div>`,
  };
}

/** The page for a request that the platform refuses, without a way back to the application. */
export const refusalPage = (message: string): PageParts => ({
  main: `<h1 class="refused">Request refused</h1><p>The application asked for something that is refused:</p><pre>${escape(message)}</pre>
<p>Nothing was sent to the application. Its developers find the reason above.</p>`,
});

/** The page whose form brings the parameters to the application (`response_mode=form_post`). */
export function formPostPage(action: string, parameters: Record<string, string>): PageParts {
  const fields = Object.entries(parameters).map(([name, value]) => hidden(name, value));
  return {
    main: `<h1>Submit this form</h1><form action="${escape(action)}" method="post" id="authorization_response">${fields.join('')}<button>Continue</button></form>`,
    script: 'document.forms[0].submit()',
  };
}

/** The page with the code for an application that no browser can go back to. */
export const codePage = (code: string): PageParts => ({
  main: `<h1 class="copy">Authorization code</h1><p>Copy this code into the application:</p><p><code id="authorization_code">${escape(code)}</code></p>`,
});

export const notFoundPage: PageParts = {
  main: '<h1>The page you are looking for cannot be found</h1><p>The GraphQL endpoint is <code>/api</code>.</p>',
};

/** The page of somebody who is signed in. */
export const accountPage = (request: OAuthRequest, user: User): PageParts => ({
  title: 'My account',
  main: `<h1>Participant settings - My account</h1>
${whoOf(request, user)}
${formOf(request, '/users/sign_out', '<button>Log out</button>', 'delete')}`,
});

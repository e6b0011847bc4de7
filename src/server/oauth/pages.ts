import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../../escape-html.ts';
import type { User } from '../../records/records.ts';
import { type OAuthApplication, splitScopes } from './grants.ts';
import type { OAuthRequest } from './requests.ts';

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
export function signInPage({ locale, authenticityToken, email, alert, picker }: SignInForm): PageParts {
  const action = `/${locale}/users/sign_in`;
  const token = hidden('authenticity_token', authenticityToken);
  return {
    title: 'Log in',
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
<form class="search" action="${escape(action)}" method="get"><label>Search people <input type="search" name="q" value="${escape(search)}"></label><button>Search</button></form>
${rows.length > 0 ? `<ul class="people">${rows.join('')}</ul>` : '<p role="status">No person has such a name.</p>'}
${rest > 0 ? `<p>${rest} more: search for a name.</p>` : ''}`;
}

const pictureOrInitial = ({ name }: User, picture: string | undefined): string =>
  picture === undefined
    ? `<span class="face" aria-hidden="true">${escape(name.slice(0, 1).toUpperCase())}</span>`
    : `<img class="face" src="${escape(picture)}" alt="">`;

/** Who is signed in. */
const whoOf = (user: User, picture: string | undefined): string =>
  `<p class="who">${pictureOrInitial(user, picture)}<span>You are signed in as <strong>${escape(user.name)}</strong> <small>@${escape(user.nickname)}</small></span></p>`;

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
  /** The address of the user's picture. */
  picture: string | undefined;
  fields: HiddenFields;
}

/** The page on which a person allows or refuses what an application asks for. */
export function consentPage(form: ConsentForm): PageParts {
  const { locale, authenticityToken, application, user, picture, fields } = form;
  const heading = (consentHeadings[locale] ?? consentHeadings['en']!)(application.name, application.organizationName);
  const scopes = new Set(splitScopes(fields.scope));
  const inputs = [
    hidden('authenticity_token', authenticityToken),
    ...hiddenFields.map((each) => hidden(each, fields[each])),
  ].join('');
  const action = `/oauth/authorize?locale=${encodeURIComponent(locale)}`;
  const items = abilities.map(
    ([scope, text]) =>
      `<li>The application ${scope === undefined || scopes.has(scope) ? 'can' : 'cannot'} ${text}.</li>`,
  );
  return {
    main: `<h1>${escape(heading)}</h1>
${whoOf(user, picture)}
<ul>${items.join('')}</ul>
<p>You go back to <code>${escape(fields.redirect_uri)}</code>.</p>
<div class="actions">
<form action="${escape(action)}" method="post">${hidden('_method', 'delete')}${inputs}<button>Refuse</button></form>
<form action="${escape(action)}" method="post">${inputs}<button>Allow</button></form>
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
export const accountPage = (user: User, picture: string | undefined, authenticityToken: string): PageParts => ({
  title: 'My account',
  main: `<h1>Participant settings - My account</h1>
${whoOf(user, picture)}
<form action="/users/sign_out" method="post">${hidden('_method', 'delete')}${hidden('authenticity_token', authenticityToken)}<button>Log out</button></form>`,
});

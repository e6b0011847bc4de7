import type { OAuthApplication } from './grants.ts';
import type { Context } from '../../contract/server-dialect.ts';
import type { User } from '../../store/records.ts';
import { splitScopes } from './grants.ts';
import { type PageParts, escape, nameOfOrganization } from './page.ts';

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
<label class="check"><input type="checkbox" name="user[remember_me]" value="1"> Remember me</label>
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
<p class="note">For development: the stand-in asks for no password here. A deployment has no such list.</p>
<form class="search" action="${escape(action)}" method="get"><label>Search people <input type="search" name="q" value="${escape(search)}"></label><button class="quiet">Search</button></form>
${rows.length > 0 ? `<ul class="people">${rows.join('')}</ul>` : '<p class="note" role="status">No person has such a name.</p>'}
${rest > 0 ? `<p class="note">${rest} more: search for a name.</p>` : ''}`;
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
export function consentPage(ctx: Context, form: ConsentForm): PageParts {
  const { locale, authenticityToken, application, user, picture, fields } = form;
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
${whoOf(user, picture)}
<ul class="abilities">${items.join('')}</ul>
<p class="note">You go back to <code>${escape(fields.redirect_uri)}</code>.</p>
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
  main: `<h1 class="refused">Request refused</h1><p>The application asked for something that is refused:</p><pre>${escape(message)}</pre>
<p class="note">Nothing was sent to the application. Its developers find the reason above.</p>`,
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
  main: `<h1 class="copy">Authorization code</h1><p>Copy this code into the application:</p><p class="code"><code id="authorization_code">${escape(code)}</code></p>`,
});

export const notFoundPage = (ctx: Context): PageParts => ({
  locale: 'en',
  title: nameOfOrganization(ctx, 'en'),
  main: '<h1>The page you are looking for cannot be found</h1><p>The GraphQL endpoint is <code>/api</code>.</p>',
});

/** The page of somebody who is signed in. */
export const accountPage = (
  ctx: Context,
  { locale, user, picture, authenticityToken }: Pick<ConsentForm, 'locale' | 'user' | 'picture' | 'authenticityToken'>,
): PageParts => ({
  locale,
  title: `My account - ${nameOfOrganization(ctx, locale)}`,
  main: `<h1>Participant settings - My account</h1>
${whoOf(user, picture)}
<form action="/users/sign_out" method="post">${hidden('_method', 'delete')}${hidden('authenticity_token', authenticityToken)}<button class="quiet">Log out</button></form>`,
});

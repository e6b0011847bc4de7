import { demoPlaceholders as demo } from '../../src/cases/demo-world.ts';
import type { TargetRequest } from '../../src/client/http-message.ts';
import { type InProcessOptions, demoOAuth } from '../../src/targets/in-process.ts';
import { townTarget } from '../support/town-server.ts';
import {
  type Filter,
  acceptAgain,
  changeAttributes,
  changeBody,
  changeErrors,
  changeHttp,
  changeRequest,
  refuse,
  replaceComponent,
  replaceStatus,
  replaceText,
  trySecond,
} from './filters.ts';

/** What a server with a defect does, the case that must fail on it, and the defect. */
export type Mutant = [name: string, killedBy: string, defect: Filter];

const asAdmin = { authorization: 'Bearer admin-token' };
const notFound = 'NOT_FOUND_ERROR';
const notAuthorized = 'MUTATION_NOT_AUTHORIZED_ERROR';
const anonymous = 'UNAUTHORIZED_OBJECT_ERROR';
const invalid = 'ATTRIBUTE_VALIDATION_ERROR';
const invalidLocale = 'INVALID_LOCALE_ERROR';

/** Servers that ignore or invent roles, component settings and tokens. */
const authorization: Mutant[] = [
  [
    'every user may answer a proposal',
    'answer/role-member',
    changeRequest((asked) => (asked.query.includes('answer(') && asked.authorization ? asAdmin : {})),
  ],
  [
    'only administrators may create meetings',
    'create-meeting/as-other',
    refuse(
      notAuthorized,
      (asked) => asked.query.includes('createMeeting(') && /member|other/.test(asked.authorization ?? ''),
    ),
  ],
  [
    'only its author may update a meeting',
    'update-meeting/by-another-user',
    refuse(notAuthorized, (asked) => asked.query.includes('update(') && /other/.test(asked.authorization ?? '')),
  ],
  [
    'the setting for new meetings is ignored',
    'create-meeting/setting-off',
    replaceComponent(demo['meetingsOff'], demo['meetings']),
  ],
  [
    'an invalid token acts as an administrator',
    'create-result/bad-token',
    changeRequest((asked) => (/not.a.token/.test(asked.authorization ?? '') ? asAdmin : {})),
  ],
];

/** Changes an error of a user or of nobody, as if it had been found later. */
const recode = (from: string, to: string, isEarly: (variables: Record<string, unknown>) => boolean): Filter =>
  changeErrors((error, { variables, authorization: token }) =>
    error.extensions?.code === from && isEarly(variables) && token !== asAdmin.authorization
      ? { ...error, extensions: { ...error.extensions, code: to } }
      : error,
  );

const isUnknown = (id: unknown): boolean => String(id) === String(demo['unknownId']);

/** Servers that check a request in another order. */
const checkOrder: Mutant[] = [
  [
    'the token is checked before coercion',
    'update-meeting/coercion-before-token',
    refuse(anonymous, (asked) => asked.query.startsWith('mutation') && !asked.authorization),
  ],
  [
    'the component is looked up before the token',
    'create-result/anonymous-before-component',
    recode(anonymous, notFound, ({ componentId }) => isUnknown(componentId)),
  ],
  [
    'the role is checked before the proposal is looked up',
    'answer/unknown-proposal-before-role',
    recode(notFound, notAuthorized, ({ proposalId }) => isUnknown(proposalId)),
  ],
  [
    'attributes are validated before the setting for new meetings is checked',
    'create-meeting/setting-off-before-attributes',
    trySecond(
      notAuthorized,
      ({ variables }) => ({
        variables: { componentId: demo['meetings'], input: { ...variables.input, locale: 'en' } },
      }),
      invalid,
    ),
  ],
  [
    'attributes are validated before the locale of a new meeting',
    'create-meeting/locale-before-attributes',
    trySecond(
      invalidLocale,
      ({ variables }) => ({ variables: { ...variables, input: { ...variables.input, locale: 'en' } } }),
      invalid,
    ),
  ],
];

/** Changes `extensions.errors`, the list of invalid attributes. */
const changeList = (change: (list: { path: string[]; message: string }[]) => object[]): Filter =>
  changeErrors((error) =>
    error.extensions?.errors
      ? { ...error, extensions: { ...error.extensions, errors: change(error.extensions.errors) } }
      : error,
  );

/** Servers that report errors with another code, path, list or data. */
const errorFormat: Mutant[] = [
  [
    'an unknown meeting has no code',
    'update-meeting/unknown-meeting',
    replaceText(/"extensions":\{"code":"NOT_FOUND_ERROR"\}/g, '"extensions":{}'),
  ],
  ['errors have no path', 'answer/unknown-proposal', changeErrors((error) => ({ ...error, path: undefined }))],
  [
    'an invalid attribute gives null without an error',
    'create-meeting/title-blank',
    changeBody((body) => (body.errors?.[0].extensions?.code === invalid ? { data: body.data } : body)),
  ],
  [
    'an unknown component gives a null field, not null data',
    'answer/components-not-found/1',
    changeBody((body) => (body.data === null && body.errors[0].path ? { ...body, data: { component: null } } : body)),
  ],
  [
    'paths of invalid attributes are in snake_case',
    'create-meeting/end-before-start',
    changeList((list) =>
      list.map(({ path, message }) => ({ message, path: path.map((name) => name.replaceAll(/(?=[A-Z])/g, '_')) })),
    ),
  ],
  [
    'only the first invalid attribute is listed',
    'create-meeting/several-problems',
    changeList((list) => list.slice(0, 1)),
  ],
];

/** Turns an impossible day into a day of the next month. */
const rollOver = (time: unknown): unknown =>
  typeof time === 'string'
    ? time.replace(/^(\d{4})-(\d\d)-(\d\d)/, (_, year, month, day) =>
        new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString().slice(0, 10),
      )
    : time;

/** Servers that accept invalid attributes and locales, or reject valid ones: they correct them before they are validated. */
const attributes: Mutant[] = [
  ['a title may be blank', 'update-meeting/title-blank', changeAttributes((sent) => ({ ...sent, title: 'A title' }))],
  [
    'an online meeting URL may be any text',
    'update-meeting/online-url-wrong',
    changeAttributes((sent) => ({ ...sent, onlineMeetingUrl: 'https://meet.example' })),
  ],
  [
    'progress has no maximum',
    'create-result/progress-above',
    changeAttributes((sent) => (sent.progress > 100 ? { ...sent, progress: 100 } : sent)),
  ],
  [
    'the parent of a result may be unknown',
    'create-result/parent-unknown',
    changeAttributes((sent) => ({ ...sent, parentId: undefined })),
  ],
  ['a state may be any text', 'answer/unknown-states/3', changeAttributes((sent) => ({ ...sent, state: 'accepted' }))],
  [
    'a meeting may end before it starts',
    'update-meeting/end-before-start',
    changeAttributes((sent) => (sent.endTime < sent.startTime ? { ...sent, startTime: '2021-01-01T00:00:00Z' } : sent)),
  ],
  [
    'an impossible day rolls over',
    'create-meeting/start-impossible',
    changeAttributes((sent) => ({ ...sent, startTime: rollOver(sent.startTime) })),
  ],
  [
    'an empty locale becomes the default locale',
    'create-meeting/unknown-locales/1',
    changeRequest(({ variables }) =>
      variables.input?.locale === ''
        ? { variables: { ...variables, input: { ...variables.input, locale: 'en' } } }
        : {},
    ),
  ],
  [
    'an unknown locale of a title is ignored',
    'create-result/title-unknown-locale',
    changeAttributes((sent) => ({ ...sent, title: { ...sent.title, xx: undefined } })),
  ],
  [
    'an unknown attribute is ignored',
    'create-meeting/unknown-attribute',
    changeAttributes((sent) => ({ ...sent, foo: undefined })),
  ],
];

/** Servers that store another value than the mutation requires, none at all, or return it in the wrong form. */
const storedValues: Mutant[] = [
  [
    'invalid attributes are stored',
    'create-result/refused-writes-nothing',
    trySecond(invalid, ({ variables: { input, ...others } }) => ({
      variables: { ...others, input: { attributes: { title: input.attributes.title } } },
    })),
  ],
  ['the state is not stored', 'answer/accepted', replaceText(/"state":"accepted"/g, '"state":null')],
  [
    'location hints are not stored',
    'create-meeting/location-hints',
    replaceText(/"locationHints":\{[^}]*\}/g, '"locationHints":null'),
  ],
  [
    'the second new meeting overwrites the first',
    'create-meeting/new-id',
    replaceText(/"createMeeting":\{"id":"\d+"/g, '"createMeeting":{"id":"5"'),
  ],
  [
    'the author of a new meeting is another user',
    'create-meeting/author',
    replaceText(/"author":\{"id":"\d+"/g, '"author":{"id":"1"'),
  ],
  [
    'an update ignores null',
    'update-meeting/null',
    changeAttributes((sent) => Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))),
  ],
  [
    'an update clears omitted attributes',
    'update-meeting/left-out',
    changeAttributes((sent) => ({ location: null, ...sent })),
  ],
  [
    'an answer clears an omitted text',
    'answer/content-left-out',
    changeAttributes((sent) => ({ answerContent: null, ...sent })),
  ],
  [
    'an update removes the texts of other locales',
    'update-meeting/other-locales',
    replaceText(/"text":"[^"]*","other"/g, '"text":null,"other"'),
  ],
  [
    'progress is stored with all its decimals',
    'create-result/progress-rounded',
    changeBody((body, { variables }) => {
      const result = body.data?.component?.createResult;
      if (result?.progress) result.progress = variables.input.attributes.progress;
      return body;
    }),
  ],
  [
    'costs are visible although the component hides them',
    'answer/costs-hidden',
    replaceText(/"cost":null/g, '"cost":"12.50"'),
  ],
  ['a cost has no thousands separator', 'answer/cost-decimal', replaceText(/("cost":"[^",]*),/g, '$1')],
];

/** Servers that find the wrong record. */
const recordLookup: Mutant[] = [
  [
    'an unknown component is replaced by another',
    'create-meeting/components-not-found/1',
    replaceComponent(demo['unknownId'], demo['meetings']),
  ],
  [
    'a component of another kind is an error',
    'create-result/other-kind',
    changeBody((body) =>
      JSON.stringify(body.data?.component) === '{}'
        ? { errors: [{ message: 'Not found.', path: ['component'], extensions: { code: notFound } }], data: null }
        : body,
    ),
  ],
  [
    'a component of a restricted space is found',
    'update-meeting/restricted-component',
    replaceComponent(demo['restricted'], demo['meetings']),
  ],
  [
    'a meeting of another component can be updated',
    'update-meeting/meeting-of-another-component',
    replaceComponent(demo['meetingsOff'], demo['meetings']),
  ],
  [
    'after is ignored',
    'read/next-page',
    changeRequest(({ query }) => ({ query: query.replace(/, after: "\w+"/, '') })),
  ],
  [
    'every session belongs to the first user',
    'read/session-of-each',
    changeRequest((asked) => (asked.query.includes('session') && asked.authorization ? asAdmin : {})),
  ],
  [
    'a missing translation is replaced by another locale',
    'read/translations',
    replaceText(/"xx":null/g, '"xx":"Text"'),
  ],
];

/** Servers that execute a document in the wrong way. */
const documents: Mutant[] = [
  [
    'mutations run in reverse order',
    'document/in-order',
    changeRequest(({ query }) => ({ query: query.replace(/(one: answer.*?\})(\s+)(two: answer.*?\})$/ms, '$3$2$1') })),
  ],
  [
    '@skip is ignored',
    'document/skip',
    changeRequest(({ query }) => ({ query: query.replaceAll(/@skip\(if: \$yes\)/g, '@include(if: $yes)') })),
  ],
  [
    'the first operation runs, whatever its name',
    'document/operation-name-unknown',
    changeRequest(({ query }) => ({ operationName: /^query (\w+)/.exec(query)?.[1] })),
  ],
];

/** Servers whose inputs or outputs have other names, types or required members. */
const types: Mutant[] = [
  [
    'ids are numbers only',
    'create-result/id-as-text',
    changeRequest(({ variables }) =>
      typeof variables?.componentId === 'string' ? { variables: { ...variables, componentId: 'unknown' } } : {},
    ),
  ],
  [
    'the id of a status has another name',
    'create-result/status',
    changeAttributes(({ appAccountabilityStatusId: unknownName, ...sent }) =>
      unknownName === undefined ? sent : { ...sent, unknownName },
    ),
  ],
  ['a response lacks a selected field', 'answer/operation-document', replaceText(/"cost":"[^"]*",/g, '')],
  ['an id is a number', 'create-result/operation-document', replaceText(/"id":"(\d+)"/g, '"id":$1')],
  ['a date-time ends with Z', 'create-meeting/times', replaceText(/\+00:00"/g, 'Z"')],
];

/** Servers that violate the HTTP protocol: methods, media types, status codes, bodies. */
const http: Mutant[] = [
  ['a GET is executed', 'http/get', replaceStatus(405, 200)],
  [
    'a GET executes a mutation',
    'http/get-mutation',
    changeHttp(({ path = '' }) => ({ path: path.replace('mutation', 'query') })),
  ],
  ['an invalid body gets status 200', 'http/invalid-bodies/6', replaceStatus(400, 200)],
  [
    'any media type is accepted',
    'http/text-plain',
    changeHttp(({ headers }) => ({ headers: { ...headers, 'Content-Type': 'application/json' } })),
  ],
  [
    'any Authorization scheme signs in',
    'http/bearer-other-scheme',
    changeRequest((asked) => (asked.authorization?.startsWith('Basic') ? asAdmin : {})),
  ],
];

/** Sets a parameter of the forms that are sent to the token endpoint. */
const changeForm = (name: string, value: string): Filter =>
  changeHttp(({ path, body }) => {
    if (!path?.endsWith('/oauth/token')) return {};
    const form = new URLSearchParams(body);
    form.set(name, value);
    return { body: form.toString() };
  });

const withAudience = ({ headers }: TargetRequest) =>
  headers['X-Jwt-Aud'] ? { headers: { ...headers, 'X-Jwt-Aud': demoOAuth.clientId } } : {};

/** Servers of Decidim that take the sign-in of people, codes, tokens and scopes lightly. */
const oauth: Mutant[] = [
  ['a code can be used again', 'oauth/code-used', acceptAgain],
  [
    'a verifier is not needed',
    'oauth/verifier-missing',
    changeForm('code_verifier', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
  ],
  [
    'any secret of an application is right',
    'oauth/client-secret-wrong',
    changeForm('client_secret', demoOAuth.clientSecret),
  ],
  ['any audience is right', 'oauth/audience-wrong', changeHttp(withAudience)],
  [
    'the scope api:write is ignored',
    'oauth/scope-read',
    changeHttp(({ path = '' }) => ({ path: path.replace(/scope=[^&]*/, '$&+api%3Awrite') })),
  ],
  ['the use of a token does not end the one before', 'oauth/rotation', acceptAgain],
  [
    'a revocation changes nothing',
    'oauth/revocation',
    changeHttp(({ path = '' }) => ({ path: path.replace('/oauth/revoke', '/oauth/introspect') })),
  ],
];

/** Servers with the town that differ from what only Decidim has. */
const platform: Mutant[] = [
  ['comments have no votes', 'read/comments', replaceText(/"upVotes":\d+/g, '"upVotes":null')],
  ['an assembly is not found by its id', 'read/assembly', replaceText(/"assembly":\{.*\}\}/g, '"assembly":null}}')],
  ['a debate is not found by its id', 'read/debate', replaceText(/"debate":\{/g, '"debate":null,"other":{')],
  [
    'a message is not that of the platform',
    'create-meeting/messages',
    replaceText(/too many capital letters/g, 'capital letters'),
  ],
];

const specification = [
  ...authorization,
  ...checkOrder,
  ...errorFormat,
  ...attributes,
  ...storedValues,
  ...recordLookup,
  ...documents,
  ...types,
  ...http,
];

/** The servers without defects, and the mutants of each. */
export const mutants: [InProcessOptions, Mutant[]][] = [
  [{}, specification],
  [{ dialect: 'decidim-0.32' }, oauth],
  [townTarget, platform],
];

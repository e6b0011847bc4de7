import { meetingAttributes as shortAttributes } from '../support/inputs.ts';
import type { Actor } from '../support/test-server.ts';

/** The dialects that the requests are sent to. */
export const dialectNames = ['specification', 'decidim-0.32'] as const;
export type DialectName = (typeof dialectNames)[number];

/** A request that the families send. */
export interface SentRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What repeated text consists of: it decides which elements fit in a place. */
export type Language =
  | 'selections'
  | 'definitions'
  | 'arguments'
  | 'directives'
  | 'variables'
  | 'literals'
  | 'json'
  | 'members'
  | 'text'
  | 'form';

/** A place of a request that can hold a text of any length. */
export interface Place {
  language: Language;
  /** If omitted, the place is in the requests of both dialects. */
  dialect?: DialectName;
  /** By default `admin`. */
  actor?: Actor;
  /** The longest text, for a place outside the body. */
  maxLength?: number;
  /** `nonce` differs in every request, so that no cache has its document. */
  build(text: string, nonce: string): SentRequest;
}

// The texts are valid in both dialects.
const meetingAttributes = { ...shortAttributes, title: 'Meeting', description: 'Described here' };

const json = { 'content-type': 'application/json' };
const request = (body: string): SentRequest => ({ path: '/api', headers: json, body });
/** A request whose variables are JSON text, so that the text need not be what `JSON.stringify` makes. */
const graphql = (query: string, nonce: string, variables = '{}'): SentRequest =>
  request(`{"query":${JSON.stringify(`#${nonce}\n${query}`)},"variables":${variables}}`);

const inDocument = (language: Language, query: (text: string) => string, place: Partial<Place> = {}): Place => ({
  language,
  ...place,
  build: (text, nonce) => graphql(query(text), nonce),
});
const inVariables = (
  language: Language,
  query: string,
  variables: (text: string) => string,
  place: Partial<Place> = {},
): Place => ({
  language,
  ...place,
  build: (text, nonce) => graphql(query, nonce, variables(text)),
});

const createMeeting =
  'mutation($i: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation { createMeeting(input: $i) { id title { translation(locale: "en") } } } } }';
const answer =
  'mutation($i: AnswerInput!) { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: $i) { id answer { translations { locale text } } } } } } }';
const createResult =
  'mutation($i: CreateResultInput!) { component(id: 3) { ... on AccountabilityMutation { createResult(input: $i) { id } } } }';
const updateProposal =
  'mutation($i: UpdateProposalInput!) { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { update(input: $i) { id } } } } }';

const meetingInput = (member: string) =>
  `{"i":{"locale":"en","attributes":{${[JSON.stringify(meetingAttributes).slice(1, -1), member].join()}}}}`;
const meetingText = (name: string, others: object = {}): Place =>
  inVariables('text', createMeeting, (text) =>
    JSON.stringify({
      i: {
        locale: 'en',
        attributes: { ...meetingAttributes, onlineMeetingUrl: 'https://a.example', ...others, [name]: text },
      },
    }),
  );
const decidim: Partial<Place> = { dialect: 'decidim-0.32' };
const specification: Partial<Place> = { dialect: 'specification' };
const textArgument = (query: string, place: Partial<Place> = {}): Place =>
  inVariables('text', query, (text) => JSON.stringify({ v: text }), place);

/** Every place, by name. */
export const places: Record<string, Place> = {
  'the document': inDocument('definitions', (text) => text),
  'definitions after an operation': inDocument('definitions', (text) => `{ ...F0 } ${text}`),
  'selections of a query': inDocument('selections', (text) => `{ ${text} }`),
  'selections of an anonymous query': inDocument('selections', (text) => `{ ${text} }`, { actor: 'anonymous' }),
  'selections with a fragment': inDocument(
    'selections',
    (text) => `{ ${text} } fragment F0 on Query { organization { name { locales } } } fragment F1 on Query { ...F0 }`,
  ),
  'selections of a fragment': inDocument(
    'selections',
    (text) => `{ ...F1 ...F2 } fragment F1 on Query { ${text} } fragment F2 on Query { ...F1 }`,
  ),
  'selections of a taxonomy': inDocument(
    'selections',
    (text) => `{ organization { taxonomies { ${text} } } }`,
    specification,
  ),
  'selections of meetings': inDocument(
    'selections',
    (text) => `{ component(id: 2) { ... on Meetings { meetings { nodes { ${text} } } } } }`,
  ),
  'selections of components': inDocument(
    'selections',
    (text) => `{ participatoryProcesses { components { ${text} } } }`,
  ),
  'selections of introspection': inDocument('selections', (text) => `{ __schema { types { ${text} } } }`),
  'selections of a mutation': inDocument('selections', (text) => `mutation { ${text} }`),
  'selections of an anonymous mutation': inDocument('selections', (text) => `mutation { ${text} }`, {
    actor: 'anonymous',
  }),
  'arguments of a field': inDocument('arguments', (text) => `{ component(id: 1 ${text}) { id } }`),
  'directives of a field': inDocument('directives', (text) => `{ organization ${text} { name { locales } } }`),
  'directives of an operation': inDocument('directives', (text) => `query ${text} { __typename }`),
  'variables of an operation': inDocument('variables', (text) => `query(${text}) { __typename }`),
  'a literal of an ID': inDocument('literals', (text) => `{ component(id: ${text}) { id } }`),
  'a list of literals': inDocument(
    'literals',
    (text) => `{ organization { name { translations(locales: [${text}]) { text } } } }`,
  ),
  'a list of literals for every record': inDocument(
    'literals',
    (text) =>
      `{ component(id: 2) { ... on Meetings { meetings { nodes { title { translations(locales: [${text}]) { text } } } } } } }`,
  ),
  'a literal of an input object': inDocument(
    'literals',
    (text) =>
      `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { attributes: { taxonomies: [${text}] } }) { id } } } }`,
  ),
  'members of a literal': inDocument(
    'arguments',
    (text) => `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { ${text} }) { id } } } }`,
  ),
  'members of a literal, anonymous': inDocument(
    'arguments',
    (text) => `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { ${text} }) { id } } } }`,
    { actor: 'anonymous' },
  ),
  'a JSON literal': inDocument(
    'literals',
    (text) =>
      `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: { attributes: { answerContent: { en: [${text}] } } }) { id } } } } }`,
  ),
  'a string of the document': inDocument('text', (text) => `{ component(id: ${JSON.stringify(text)}) { id } }`),
  'a comment of the document': inDocument('text', (text) => `{ __typename } #${text.replaceAll('\n', ' ')}`),
  'a name of the document': inDocument(
    'text',
    (text) => `{ a${text.replaceAll(/\W/g, '_')}: organization { b${text.replaceAll(/\W/g, 'x')} } }`,
  ),
  'unlexable text': inDocument('text', (text) => `{ ${text} }`),
  'a block string': inDocument('text', (text) => `{ component(id: """${text}""") { id } }`),
  'unknown variables': inVariables('members', '{ __typename }', (text) => `{${text}}`),
  'members of an input': inVariables('members', createMeeting, (text) => `{"i":{${text}}}`),
  'members of an input, anonymous': inVariables('members', createMeeting, (text) => `{"i":{${text}}}`, {
    actor: 'anonymous',
  }),
  'members of attributes': inVariables('members', createMeeting, meetingInput),
  'an input': inVariables('json', createMeeting, (text) => `{"i":[${text}]}`),
  'taxonomies of a meeting': inVariables('json', createMeeting, (text) => meetingInput(`"taxonomies":[${text}]`)),
  'taxonomies of a result': inVariables(
    'json',
    createResult,
    (text) =>
      `{"i":{"attributes":{"title":{"en":"T"},"taxonomies":[${text}],"proposalIds":[${text}],"projectIds":[${text}]}}}`,
    specification,
  ),
  'proposals of a closed meeting': inVariables(
    'json',
    'mutation($i: CloseMeetingInput!) { component(id: 2) { ... on MeetingsMutation { meeting(id: 2) { close(input: $i) { id } } } } }',
    (text) =>
      `{"i":{"locale":"en","attributes":{"closingReport":"Report","attendeesCount":1,"proposalIds":[${text}]}}}`,
    { ...decidim, actor: 'member' },
  ),
  'locales of a title': inVariables(
    'members',
    createResult,
    (text) => `{"i":{"attributes":{"title":{${text}}}}}`,
    specification,
  ),
  'locales of an answer': inVariables(
    'members',
    answer,
    (text) => `{"i":{"attributes":{"state":"accepted","answerContent":{${text}}}}}`,
  ),
  'an answer': inVariables(
    'json',
    answer,
    (text) => `{"i":{"attributes":{"state":"accepted","answerContent":[${text}]}}}`,
  ),
  'a text of an answer': inVariables(
    'json',
    answer,
    (text) => `{"i":{"attributes":{"state":"accepted","answerContent":{"en":[${text}]}}}}`,
  ),
  'a list of scalars': inVariables(
    'json',
    'query($v: [String!]) { organization { name { translations(locales: $v) { text } } } }',
    (text) => `{"v":[${text}]}`,
  ),
  'a list for every record': inVariables(
    'json',
    'query($v: [String!]) { component(id: 2) { ... on Meetings { meetings { nodes { title { translations(locales: $v) { text } } } } } } }',
    (text) => `{"v":[${text}]}`,
  ),
  'the variables': { language: 'json', build: (text, nonce) => graphql('{ __typename }', nonce, `[${text}]`) },
  'the variables as JSON text': {
    language: 'json',
    build: (text, nonce) => graphql('query($v: JSON) { __typename }', nonce, JSON.stringify(`{"v":[${text}]}`)),
  },
  'a batch': { language: 'json', build: (text) => request(`[${text}]`) },
  'members of the body': { language: 'members', build: (text) => request(`{${text}}`) },
  'extensions of the body': {
    language: 'members',
    build: (text) => request(`{"query":"{ __typename }","extensions":{${text}}}`),
  },
  'no JSON': { language: 'text', build: request },
  'the name of the operation': {
    language: 'text',
    build: (text) =>
      request(JSON.stringify({ query: 'query A { __typename } query B { __typename }', operationName: text })),
  },
  'a form': {
    language: 'form',
    build: (text) => ({
      path: '/api',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `query={__typename}&${text}`,
    }),
  },
  'the form of a sign-in': {
    language: 'form',
    build: (text) => ({
      path: '/api/sign_in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: text,
    }),
  },
  'the key of a sign-in': {
    language: 'text',
    build: (text, nonce) => ({
      path: '/api/sign_in',
      headers: json,
      body: JSON.stringify({ api_user: { key: nonce + text, secret: text } }),
    }),
  },
  'a form of several parts': {
    language: 'form',
    build: (text) => ({
      path: '/api',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `${text
        .split('&')
        .map((part) => `--b\r\nContent-Disposition: form-data; name="${part.split('=')[0]}"\r\n\r\n${part}\r\n`)
        .join('')}--b--\r\n`,
    }),
  },
  'a malformed form of several parts': {
    language: 'text',
    build: (text) => ({
      path: '/api',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\n${text}`,
    }),
  },
  'the URL': {
    language: 'form',
    maxLength: 4000,
    build: (text) => ({ path: `/api?${encodeURI(text)}`, headers: json, body: '{"query":"{ __typename }"}' }),
  },
  ...Object.fromEntries(
    [
      'accept',
      'content-type',
      'authorization',
      'cookie',
      'origin',
      'host',
      'x-forwarded-for',
      'content-encoding',
      'access-control-request-headers',
    ].map((name): [string, Place] => [
      `the header ${name}`,
      {
        language: 'text',
        maxLength: 12_000,
        build: (text) => {
          const value = text.replaceAll(/[^\t\x20-\x7e]/g, ' ').trim();
          const prefix =
            {
              authorization: 'Bearer ',
              cookie: '_session_id=',
              origin: 'http://',
              accept: 'application/json,',
              'content-type': 'application/json;',
            }[name] ?? '';
          return {
            path: '/api',
            headers: { ...json, [name]: `${prefix}${value}` },
            body: '{"query":"{ __typename }"}',
          };
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    [
      'title',
      'description',
      'startTime',
      'endTime',
      'onlineMeetingUrl',
      'locationHints',
      'typeOfMeeting',
      'registrationType',
    ].map((name) => [`the ${name} of a meeting`, meetingText(name)]),
  ),
  'the end of a title': inVariables('text', createMeeting, (text) =>
    JSON.stringify({ i: { locale: 'en', attributes: { ...meetingAttributes, title: `Title${text}` } } }),
  ),
  'the address of a meeting': meetingText('address', { typeOfMeeting: 'IN_PERSON', location: 'L' }),
  'the location of a meeting': meetingText('location', { typeOfMeeting: 'IN_PERSON', address: 'A' }),
  'the registration URL of a meeting': meetingText('registrationUrl', { registrationType: 'ON_DIFFERENT_PLATFORM' }),
  'the embedded URL of a meeting': meetingText('onlineMeetingUrl', { iframeEmbedType: 'EMBED_IN_MEETING_PAGE' }),
  'the registration terms of a meeting': meetingText('registrationTerms', { registrationType: 'ON_THIS_PLATFORM' }),
  'the locale of a meeting': inVariables('text', createMeeting, (text) =>
    JSON.stringify({ i: { locale: text, attributes: meetingAttributes } }),
  ),
  'the body of a proposal': inVariables(
    'text',
    updateProposal,
    (text) => JSON.stringify({ i: { locale: 'en', attributes: { title: 'A title that is long enough', body: text } } }),
    { ...decidim, actor: 'member' },
  ),
  'the title of a proposal': inVariables(
    'text',
    updateProposal,
    (text) => JSON.stringify({ i: { locale: 'en', attributes: { title: text, body: 'A body that is long enough' } } }),
    { ...decidim, actor: 'member' },
  ),
  'the report of a closed meeting': inVariables(
    'text',
    'mutation($i: CloseMeetingInput!) { component(id: 2) { ... on MeetingsMutation { meeting(id: 2) { close(input: $i) { id } } } } }',
    (text) => JSON.stringify({ i: { locale: 'en', attributes: { closingReport: text, attendeesCount: 1 } } }),
    { ...decidim, actor: 'member' },
  ),
  'the text of an answer': inVariables('text', answer, (text) =>
    JSON.stringify({ i: { attributes: { state: 'accepted', answerContent: { en: text } } } }),
  ),
  'the state of an answer': inVariables('text', answer, (text) =>
    JSON.stringify({ i: { attributes: { state: text } } }),
  ),
  'the start date of a result': inVariables(
    'text',
    createResult,
    (text) => JSON.stringify({ i: { attributes: { title: { en: 'T' }, startDate: text } } }),
    specification,
  ),
  'an id': textArgument('query($v: ID!) { component(id: $v) { id } }'),
  'a cursor': textArgument(
    'query($v: String) { component(id: 2) { ... on Meetings { meetings(after: $v) { nodes { id } } } } }',
  ),
  'cursors of many lists': textArgument(
    `query($v: String) { component(id: 2) { ... on Meetings { ${Array.from({ length: 5 }, (_, index) => `a${index}: meetings(after: $v) { nodes { id } pageInfo { hasNextPage } }`).join(' ')} } } }`,
  ),
  'cursors of very many lists': textArgument(
    `query($v: String) { component(id: 2) { ... on Meetings { ${Array.from({ length: 1000 }, (_, index) => `a${index}: meetings(after: $v) { nodes { id } }`).join(' ')} } } }`,
    specification,
  ),
  'ids of very many fields': textArgument(
    `query($v: ID!) { ${Array.from({ length: 1000 }, (_, index) => `a${index}: component(id: $v) { id }`).join(' ')} }`,
    specification,
  ),
  'a locale of a translation': textArgument(
    'query($v: String!) { organization { name { translation(locale: $v) } } }',
    decidim,
  ),
  'a slug': textArgument('query($v: String) { participatoryProcess(slug: $v) { id } }'),
  'a nickname': textArgument('query($v: String) { user(nickname: $v) { id } }', decidim),
  'the id of a user': textArgument('query($v: ID) { user(id: $v) { id } }', decidim),
  'the name of a user': textArgument('query($v: String) { users(filter: { name: $v }) { id } }', decidim),
  'a wildcard of users': textArgument('query($v: String) { users(filter: { wildcard: $v }) { id } }', decidim),
  'excluded users': inVariables(
    'json',
    'query($v: [ID!]) { users(filter: { excludeIds: $v }) { id } }',
    (text) => `{"v":[${text}]}`,
    decidim,
  ),
  'the name of a component': textArgument(
    'query($v: String) { participatoryProcesses { components(filter: { name: $v }) { id } } }',
    decidim,
  ),
  'the type of a component': textArgument(
    'query($v: String) { participatoryProcesses { components(filter: { type: $v }) { id } } }',
    decidim,
  ),
  'a day of publication': textArgument(
    'query($v: String) { participatoryProcesses(filter: { publishedBefore: $v }) { id } }',
    decidim,
  ),
  'an order': textArgument('query($v: String) { participatoryProcesses(order: { id: $v }) { id } }', decidim),
  'a commentable': textArgument(
    'query($v: String!) { commentable(id: $v, type: $v, locale: "en", toggleTranslations: false) { id } }',
    decidim,
  ),
  'an argument of a mocked field': textArgument(
    'query($v: String!) { component(id: 1) { name { translation(locale: $v) } } }',
    decidim,
  ),
};

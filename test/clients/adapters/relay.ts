import relayRuntime, { type ConcreteRequest, type PayloadError } from 'relay-runtime';
import { type Client, type ClientRequest, type Outcome, nameOf } from '../client.ts';

const { Environment, Network, RecordSource, Store, commitMutation, fetchQuery } = relayRuntime;

export const relay: Client = {
  name: 'Relay',
  headers: {
    accept: 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
    'content-type': 'application/json',
  },
  reports: {
    fieldError: { error: 'PayloadError', shows: ['data', 'code'] },
    listMessage: { error: 'PayloadError', shows: ['data', 'code'] },
    noData: { error: 'Error', shows: ['code'] },
    unavailable: { error: 'SyntaxError', shows: [] },
    lostConnection: { error: 'TypeError', shows: [] },
    cutResponse: { error: 'TypeError', shows: [] },
  },
  async send(request) {
    const { default: document } = (await import(artifactOf(request))) as { default: ConcreteRequest };
    const environment = new Environment({ network: networkOf(request), store: new Store(new RecordSource()) });
    const { variables } = request;
    return new Promise<Outcome>((resolve) => {
      const onError = (error: Error & { source?: { errors: PayloadError[] } }) =>
        resolve({ error: { name: nameOf(error), code: codeOf(error.source?.errors) } });
      if (request.name === 'meeting')
        fetchQuery(environment, document, variables).subscribe({ next: (data) => resolve({ data }), error: onError });
      else
        commitMutation(environment, {
          mutation: document,
          variables,
          onCompleted: (data, errors) =>
            resolve({ data, ...(errors && { error: { name: 'PayloadError', code: codeOf(errors) } }) }),
          onError,
        });
    });
  },
};

/** The network function of Relay's documentation. */
const networkOf = ({ url, headers }: ClientRequest) =>
  Network.create(async ({ text }, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, Accept: relay.headers.accept, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  });

const codeOf = (errors: readonly PayloadError[] | undefined): unknown =>
  (errors?.[0] as { extensions?: { code: string } } | undefined)?.extensions?.code;

const artifacts = {
  answer: 'operationsAnswerMutation',
  createMeeting: 'operationsCreateMeetingMutation',
  updateMeeting: 'operationsUpdateMeetingMutation',
  createResult: 'accountabilityCreateResultMutation',
  meeting: 'operationsMeetingQuery',
};

/** What the Relay compiler made of an operation. It adds fragments for every type that the schema has. */
const artifactOf = ({ name, dialect }: ClientRequest): string => {
  const schema = dialect === 'decidim-0.32' ? 'decidim' : 'specification';
  return `../relay/generated/${schema}/${artifacts[name]}.graphql.ts`;
};

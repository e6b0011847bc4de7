import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { apolloClient3 } from './adapters/apollo-client-3.ts';
import { apolloClient4 } from './adapters/apollo-client-4.ts';
import { graphqlRequest } from './adapters/graphql-request.ts';
import { plainFetch } from './adapters/plain-fetch.ts';
import { pythonRequests } from './adapters/python-requests.ts';
import { relay } from './adapters/relay.ts';
import { urql } from './adapters/urql.ts';
import type { Client, DialectName, Outcome, SeenError } from './client.ts';
import { dialectNames, openSession, requestFor, requestsOf, stopServers, withoutTypename } from './servers.ts';
import { type Situation, situations } from './situations.ts';

// Each client in each situation, in each dialect.
const clients: Client[] = [apolloClient4, apolloClient3, urql, graphqlRequest, relay, plainFetch, pythonRequests];

after(stopServers);

for (const client of clients)
  for (const dialect of dialectNames)
    for (const situation of situations)
      if (!situation.dialects || situation.dialects.includes(dialect))
        test(`${client.name}, ${dialect}: ${situation.name}`, { skip: client.skip }, () =>
          check(client, dialect, situation),
        );

async function check(client: Client, dialect: DialectName, situation: Situation): Promise<void> {
  const { operation, variables, actor, prepare, leastMs = 0 } = situation;
  const session = await openSession(dialect);
  const authorization = (await prepare?.(session)) ?? (actor && `Bearer ${actor}-token`);
  const before = requestsOf(session).length;
  const start = performance.now();
  const request = requestFor(session, dialect, operation, authorization || undefined);
  const outcome = await client.send({ ...request, ...(variables && { variables }) });
  assert.ok(performance.now() - start >= leastMs, 'the client did not wait');
  assert.deepEqual(
    { data: withoutTypename(outcome.data), error: compared(outcome.error) },
    expectedOutcome(client, situation),
  );
  const requests = requestsOf(session).slice(before);
  assert.equal(requests.length, 1, 'the client sent one request');
  const { method, headers } = requests[0]!;
  assert.equal(method, 'POST');
  for (const [name, value] of Object.entries(client.headers)) assert.equal(headers[name], value, name);
  await session.close();
}

/** What the application sees: of what the server says, that which the client shows. */
function expectedOutcome({ reports }: Client, { data, failure, tells = {} }: Situation): Outcome {
  if (!failure) return { data, error: undefined };
  const { error: name, shows } = reports[failure];
  const shown = Object.entries(tells).filter(([member]) => shows.includes(member as never));
  return { data: shows.includes('data') ? data : null, error: { name, ...Object.fromEntries(shown) } };
}

/** What is compared of an error: not its message, nor what the client does not tell. */
const compared = (error: SeenError | undefined): Partial<SeenError> | undefined =>
  error &&
  Object.fromEntries(Object.entries(error).filter(([member, value]) => member !== 'message' && value !== undefined));

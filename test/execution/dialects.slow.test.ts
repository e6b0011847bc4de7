import assert from 'node:assert/strict';
import test from 'node:test';
import { constantFrom, nat, option, property, assert as assertProperty } from 'fast-check';
import { type ExecutionResult, type GraphQLFieldResolver, GraphQLError, parse, validate } from 'graphql';
import { demoWorldFolder } from '../../src/cases/demo-world.ts';
import { compileOperations, interpretOperations } from '../../src/execution/execute-operation.ts';
import type { CreateExecute } from '../../src/contract/executor.ts';
import type { RequestContext } from '../../src/contract/request-context.ts';
import { wrapResolvers } from '../../src/contract/schema.ts';
import type { ServerDialect } from '../../src/contract/server-dialect.ts';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { withAuthorization } from '../../src/server/auth/authorization.ts';
import { withInputValidation } from '../../src/server/validation/validation.ts';
import { kindNames } from '../../src/store/kinds.ts';
import { Store } from '../../src/store/store.ts';
import { loadWorldTables } from '../../src/store/world.ts';
import { assertSameResult } from './compare-results.ts';
import { randomOperation } from './random-operation.ts';

const time = Date.UTC(2026, 0, 1);
const tables = loadWorldTables(demoWorldFolder, time);
const ids = ['1', '2', '3', '4', '7', '99'];
const scalars = {
  ID: ids,
  Int: [1, 2, 0, 50],
  Float: [1.5, 0],
  String: ['en', 'ca', 'asc', 'A title that is long enough', 'MQ', '2027-03-12T18:00:00Z'],
  Boolean: [true, false],
  DateTime: ['2027-03-12T18:00:00Z', '2027-03-12T20:00:00Z'],
  Date: ['2027-03-12'],
  JSON: [{ en: 'Text' }, 'Text'],
};

/** A resolver that fails instead of a tenth of the others. */
const faults: GraphQLFieldResolver<unknown, unknown>[] = [
  () => {
    throw new Error('a bug');
  },
  () => {
    throw new GraphQLError('a refusal', { extensions: { code: 'CODE' } });
  },
  () => new Error('a returned bug'),
  () => null,
  () => ({ kind: 'pages' }),
  () => [null, 5],
];

interface FaultyContext extends RequestContext {
  /** A tenth of the coordinates fail, others for each seed; without a seed, none. */
  seed: number | undefined;
}

function createSchema(dialect: ServerDialect) {
  const validated = withInputValidation(dialect.createSchema('mock'), dialect.attributeRules);
  let position = 0;
  return wrapResolvers(withAuthorization(validated, dialect.permissions), ({ resolve }) => {
    if (!resolve) return undefined;
    position += 7;
    const number = position;
    return (source, args, context: FaultyContext, info) => {
      const { seed } = context;
      const isFaulty = seed !== undefined && (number + seed) % 10 === 0;
      return (isFaulty ? faults[(number + seed) % faults.length]! : resolve)(source, args, context, info);
    };
  });
}

for (const dialectName of ['specification', 'decidim-0.32']) {
  const dialect = await loadServerDialect(dialectName);
  const schema = createSchema(dialect);
  const ways = [interpretOperations, compileOperations].map((create: CreateExecute) => create(schema));

  for (const operation of ['query', 'mutation'] as const) {
    test(`${dialectName}: a random ${operation} has the same result and the same effects`, () => {
      const counts = { withErrors: 0, withData: 0, characters: 0 };
      const sameResult = property(
        randomOperation({ schema, operation, scalars }),
        option(nat(100), { nil: undefined }),
        constantFrom('admin', 'member', 'anonymous'),
        ({ query, variables }, seed, actor) => {
          const document = parse(query);
          if (validate(schema, document).length > 0) return;
          const [expected, actual] = ways.map((execute) => {
            const store = new Store(tables.copy(), () => time);
            const viewer = store.all('users').find(({ key }) => key === `${actor}-key`) ?? null;
            const context: FaultyContext = {
              viewer,
              store,
              behavior: dialect.behavior,
              origin: 'http://a',
              seed,
            };
            const result = execute({ document, variableValues: variables, contextValue: context }) as ExecutionResult;
            return { result, records: JSON.stringify(kindNames.map((kind) => store.all(kind))) };
          });
          assertSameResult(actual!.result, expected!.result, `${query}\n${JSON.stringify(variables)}`);
          assert.ok(actual!.records === expected!.records, query);
          if (expected!.result.errors) counts.withErrors += 1;
          if (expected!.result.data) counts.withData += 1;
          counts.characters += JSON.stringify(expected!.result.data ?? null).length;
        },
      );
      assertProperty(sameResult, { numRuns: 300, endOnFailure: true });
      assert.ok(counts.withErrors > 30 && counts.withData > 5, JSON.stringify(counts));
    });
  }
}

import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defaultFieldResolver, getOperationAST } from 'graphql';
import { loadServerDialect, suiteDialects } from '../src/dialects/dialects.ts';
import { isCompilable } from '../src/graphql/compile.ts';
import type { RequestContext } from '../src/graphql/context.ts';
import { wrapResolvers } from '../src/graphql/schema.ts';
import { usesBeforeCompiling } from '../src/graphql/execute.ts';
import { createExecutor } from '../src/server/executors.ts';
import { createMemoryStore } from './support/stores.ts';
import { generateOperation } from './support/random-operations.ts';
import { townWorld } from './support/town-server.ts';

const operations = Number(process.env['OPERATIONS'] ?? 1000);
const store = createMemoryStore(townWorld);

// Nobody reads the stacks of their errors, which cost as much as a part of the executions.
Error.stackTraceLimit = 0;

// graphql-jit is loaded when an operation is compiled.
await import('graphql-jit');

for (const name of Object.keys(suiteDialects))
  for (const failing of ['no', 'some'])
    test(`${name}: an operation has the same result when it is executed often, and ${failing} resolvers fail`, async () => {
      const dialect = await loadServerDialect(name);
      const executor = createExecutor(dialect);
      if (failing === 'some')
        wrapResolvers(executor.schema, ({ resolve = defaultFieldResolver }, coordinate) => {
          // A tenth of the fields, and always the same ones.
          const kind = [...coordinate].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % 40;
          if (kind === 0) return () => null;
          if (kind === 1) return () => undefined;
          if (kind === 2) return () => assert.fail('this resolver fails');
          if (kind === 3) return () => new Error('this resolver returns an error');
          return resolve;
        });
      const viewer = store.all('users').find(({ admin }) => admin)!;
      const createContext = (): RequestContext => ({
        viewer,
        store,
        behavior: dialect.behavior,
        origin: 'http://localhost',
      });
      const run = async (request: { query: string; variables: Record<string, unknown> }) => {
        try {
          return await executor.run(request, createContext());
        } catch (error) {
          return { thrown: String(error) };
        }
      };
      const counts = { executed: 0, compiled: 0, 'without errors': 0 };
      const property = fc.asyncProperty(fc.gen(), async (generate) => {
        const request = generateOperation(executor.schema, generate);
        const first = await run(request);
        // An invalid document is never compiled.
        if (!('thrown' in first) && first.data === undefined) return;
        counts.executed += 1;
        const document = executor.parse(request.query);
        if (isCompilable(executor.schema, document, getOperationAST(document)!)) {
          counts.compiled += 1;
          if (!('errors' in first)) counts['without errors'] += 1;
          // The last use of all is the second one that is compiled: a compiled operation keeps nothing of the first.
          for (let use = 2; use < usesBeforeCompiling + 2; use += 1) await run(request);
        }
        await setImmediate();
        assert.equal(JSON.stringify(await run(request)), JSON.stringify(first), JSON.stringify(request));
      });
      await fc.assert(property, { numRuns: operations / 2 });
      // A result with errors is always that of graphql-js.
      assert.ok(counts['without errors'] > counts.executed / 10, JSON.stringify(counts));
      assert.ok(counts.executed > operations / 8, JSON.stringify(counts));
    });

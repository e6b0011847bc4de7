import { type ExecutionResult, type GraphQLSchema, execute } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../contract/context.ts';
import { type Refuse, type Request, type Runner, cachedCharacters } from '../../contract/executor.ts';
import { Crash } from '../../errors.ts';
import { type RubyDocument, createRubyLanguage } from '../graphql-ruby/language.ts';
import type { Told } from '../graphql-ruby/told.ts';
import { analysis } from './analysis.ts';
import { inPlatformWords } from './answers.ts';

const refused = (errors: readonly Told[]): ExecutionResult => ({ errors: errors as never });

const cacheOf = () =>
  new LRUCache<string, RubyDocument>({ maxSize: cachedCharacters, sizeCalculation: (_, key) => key.length + 1 });

/** graphql-js executes, and graphql-ruby has the word on what is refused before. Throws Crash. */
export function decidimExecutor(schema: GraphQLSchema, refuse: Refuse<Context>): Runner<Context> {
  const language = createRubyLanguage({ schema, ...analysis });
  // Administrators may know more of the schema than others.
  const caches = { open: cacheOf(), hidden: cacheOf() };

  function prepare({ query, operationName }: Request, introspection: boolean): RubyDocument {
    const cache = introspection ? caches.open : caches.hidden;
    const key = typeof operationName === 'string' ? JSON.stringify([operationName, query]) : query;
    const known = cache.get(key);
    if (known) return known;
    const prepared = language.prepare(query, operationName, introspection);
    cache.set(key, prepared);
    return prepared;
  }

  return {
    run(request, context) {
      const prepared = prepare(request, context.viewer?.admin === true);
      const { document, operation, errors = [] } = prepared;
      if (!document || !operation) return refused(errors);
      const variables = variablesOf(request, operation.variableDefinitions?.length ?? 0);
      const refusal = refuse(operation, context);
      if (refusal || prepared.analysis?.length !== 0) {
        const early = [language.variableErrors, language.analysisErrors];
        for (const errorsOf of early) {
          const found = errorsOf(prepared, variables);
          if (found.length > 0) return refused(found);
        }
        if (refusal) return inPlatformWords({ errors: [refusal], data: null });
      }
      const run = (variableValues: typeof variables) =>
        execute({ schema, document, contextValue: context, variableValues, operationName: operation.name?.value });
      const answered = (result: ExecutionResult): ExecutionResult | Promise<ExecutionResult> => {
        if ('data' in result) return inPlatformWords(result);
        const found = language.variableErrors(prepared, variables);
        if (found.length > 0) return refused(found);
        // What is left that graphql-js refuses is a whole number that was written as a float.
        const again = run(unboxed(variables) as typeof variables);
        return again instanceof Promise ? again.then(inPlatformWords) : inPlatformWords(again);
      };
      const result = run(variables);
      return result instanceof Promise ? result.then(answered) : answered(result);
    },
  };
}

/** The variables, where there is one to look up; a Crash when they are no object. */
function variablesOf({ variables }: Request, declared: number): Record<string, unknown> {
  if (variables === undefined || variables === null) return {};
  if (typeof variables === 'object' && !Array.isArray(variables)) return variables;
  if (declared > 0) throw new Crash();
  return {};
}

function unboxed(value: unknown): unknown {
  if (Object.prototype.toString.call(value) === '[object Number]') return Number(value);
  if (Array.isArray(value)) return value.map(unboxed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unboxed(each)]));
}

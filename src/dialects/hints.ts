import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Executor } from '../graphql/executor.ts';
import type { ServerDialect } from './server-dialect.ts';
import { releases } from './decidim/releases/releases.ts';

const fieldOf = (schema: GraphQLSchema, typeName: string, name: string) => {
  const type = schema.getType(typeName);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
};

/** The messages of graphql-js about unknown names, and whether a schema knows the names in the groups of the message. */
const unknownNames: [message: RegExp, isIn: (schema: GraphQLSchema, ...names: string[]) => boolean][] = [
  [/^Cannot query field "(\w+)" on type "(\w+)"/, (schema, field, type) => !!fieldOf(schema, type, field)],
  [/^Unknown type "(\w+)"/, (schema, type) => !!schema.getType(type)],
  [
    /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/,
    (schema, argument, type, field) => !!fieldOf(schema, type, field)?.args.some(({ name }) => name === argument),
  ],
  [
    /Field "(\w+)" is not defined by type "(\w+)"/,
    (schema, field, typeName) => {
      const type = schema.getType(typeName);
      return isInputObjectType(type) && !!type.getFields()[field];
    },
  ],
];

/** The releases in the order in which they are recommended: the one that towns run, the next one, and then the older ones. */
function recommendedReleases() {
  const newest = releases.length - 2;
  return [releases[newest]!, releases.at(-1)!, ...releases.slice(0, newest).toReversed()];
}

const schemas = new Map<string, GraphQLSchema>();

/** Returns a dialect whose schema has what an error says is unknown; undefined for any other error, and if there is none. */
async function findDialect(message: string): Promise<string | undefined> {
  for (const [pattern, isIn] of unknownNames) {
    const match = pattern.exec(message);
    if (!match) continue;
    const { readSchema } = await import('./decidim/schema/read-schema.ts');
    return recommendedReleases().find((release) => {
      const schema = schemas.get(release.name) ?? readSchema(release);
      schemas.set(release.name, schema);
      return isIn(schema, ...match.slice(1));
    })?.name;
  }
  return undefined;
}

async function addHints(errors: readonly GraphQLError[]): Promise<GraphQLError[]> {
  return Promise.all(
    errors.map(async (error) => {
      const dialect = await findDialect(error.message);
      if (dialect === undefined) return error;
      const hint = `${dialect} has it: --dialect ${dialect}`;
      const { message, source, positions } = error;
      return new GraphQLError(message, { source, positions, extensions: { hint } });
    }),
  );
}

/**
 * A dialect whose errors about unknown fields, types, arguments and attributes say in `extensions.hint` which release of Decidim has them.
 * The schemas of the releases are read at the first such error.
 */
export const withHints = (dialect: ServerDialect): ServerDialect => ({
  ...dialect,
  createExecutor(...parameters): ReturnType<ServerDialect['createExecutor']> {
    const executor = dialect.createExecutor(...parameters);
    const run: Executor<Parameters<typeof executor.run>[1]>['run'] = (request, context) => {
      const result = executor.run(request, context);
      return result instanceof Promise ? result.then(explain) : explain(result);
    };
    return { ...executor, run };
  },
});

/** Only a request that was not executed can have unknown names. */
const explain = (result: ExecutionResult): ExecutionResult | Promise<ExecutionResult> =>
  result.errors && result.data === undefined && result.errors.some(({ message }) => isUnknownName(message))
    ? addHints(result.errors).then((errors) => ({ ...result, errors }))
    : result;

const isUnknownName = (message: string): boolean => unknownNames.some(([pattern]) => pattern.test(message));

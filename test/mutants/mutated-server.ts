import type { RequestListener } from 'node:http';
import { type GraphQLFieldResolver, type GraphQLSchema, defaultFieldResolver, isObjectType } from 'graphql';
import { createApp } from '../../src/server/app.ts';
import type { RequestContext } from '../../src/contract/request-context.ts';
import { createExecutableSchema, readContractSdl } from '../../src/contract/schema.ts';
import { type GraphqlJsExecutor, createGraphqlJsExecutor } from '../../src/contract/executor.ts';
import type { Sessions } from '../../src/contract/sessions.ts';
import { createSessions, generateSigningKey } from '../../src/server/auth/sessions.ts';
import { executionLimits, serverDialect } from '../../src/dialects/specification/server.ts';
import { createOperationAuthorizer, withAuthorization } from '../../src/server/auth/policy.ts';
import { resolvers } from '../../src/server/resolvers/resolvers.ts';
import type { Store } from '../../src/store/store.ts';
import { withInputValidation } from '../../src/server/validation/validation.ts';
import type { Mutant } from './mutant.ts';

/** The record that a field stands on. */
export type ParentRecord = Record<string, unknown> & { id: number; componentId: number };
/** The attributes of an input, by name. */
export type Attributes = Record<string, unknown>;
/** The arguments of a field: those of a mutation have an input. */
export interface FieldArguments {
  id: string;
  input: { locale?: string | null; attributes: Attributes };
}
/** What answers a field: its source, arguments, context, and where it stands. */
export type Resolver = (
  ...args: [ParentRecord, FieldArguments, RequestContext, Parameters<GraphQLFieldResolver<unknown, RequestContext>>[3]]
) => unknown;
/** Another resolver in the place of one; `raw` is the resolver without roles and rules. */
export type ResolverWrapper = (resolve: Resolver, raw: Resolver) => Resolver;
/** By schema coordinate, such as `MeetingMutation.update`. */
export type ResolverWrappers = Record<string, ResolverWrapper>;

/** What documents run on. */
export type PreparingExecutor = GraphqlJsExecutor<RequestContext>;

/** What is other than in the stand-in; what is left out is the stand-in's. */
export interface ServerChanges {
  /** The contract's text. */
  contract?: (text: string) => string;
  /** Resolvers below the roles and rules. */
  innerResolvers?: ResolverWrappers;
  /** Resolvers above the roles and rules. */
  outerResolvers?: ResolverWrappers;
  /** How roles and rules are put over the schema. */
  outerSchema?: (schema: GraphQLSchema) => GraphQLSchema;
  /** What documents run on. */
  executor?: (engine: PreparingExecutor) => PreparingExecutor;
  /** The store of each fresh world. */
  store?: (store: Store) => Store;
  sessions?: (sessions: Sessions, store: Store) => Sessions;
  /** What stands between HTTP and the app. */
  listener?: (listener: RequestListener) => RequestListener;
}

/** A breakage of the operation in whose folder the case is that it breaks. */
export const mutant = (name: string, breaks: string, changes: ServerChanges): Mutant => ({
  name,
  operation: breaks.split('/')[0]!,
  killedBy: breaks,
  build: broken(changes),
});

/** The stand-in with these changes. A change that finds nothing to change is an Error. */
const broken =
  (changes: ServerChanges): Mutant['build'] =>
  (onBug) => {
    const { store: storeOf = (store) => store, sessions: sessionsOf = (sessions) => sessions } = changes;
    const executor = engineOf(changes);
    return (fresh) => {
      const store = storeOf(fresh);
      const sessions = sessionsOf(
        createSessions({ store, signingKey: generateSigningKey(), lifetimeSeconds: 7200 }),
        store,
      );
      const app = createApp({
        store,
        sessions,
        dialect: serverDialect,
        executor,
        onBug: (error) => isRefusal(error) || onBug(error),
      });
      const listener = app.callback() as RequestListener;
      return changes.listener?.(listener) ?? listener;
    };
  };

// Koa reports what it answers with 4xx too.
const isRefusal = (error: Error): boolean => (error as { expose?: boolean }).expose === true;

// Making a schema is what takes the time, and many breakages have theirs in common with others.
const engines = new Map<string, PreparingExecutor>();

function engineOf({
  contract = (text) => text,
  innerResolvers,
  outerResolvers,
  outerSchema,
  executor,
}: ServerChanges): PreparingExecutor {
  const text = contract(readContractSdl());
  const isOwn = innerResolvers ?? outerResolvers ?? outerSchema;
  const made =
    (isOwn ? undefined : engines.get(text)) ?? compiled(text, { innerResolvers, outerResolvers, outerSchema });
  if (!isOwn) engines.set(text, made);
  return executor?.(made) ?? made;
}

function compiled(
  text: string,
  { innerResolvers = {}, outerResolvers = {}, outerSchema = ruled }: ServerChanges,
): PreparingExecutor {
  const plain = createExecutableSchema(text, resolvers);
  const raw = (coordinate: string): Resolver =>
    fieldOf(plain, coordinate).resolve ?? (defaultFieldResolver as Resolver);
  const raws = new Map(
    Object.keys({ ...innerResolvers, ...outerResolvers }).map((coordinate) => [coordinate, raw(coordinate)]),
  );
  wrap(plain, innerResolvers, raws);
  const schema = outerSchema(plain);
  wrap(schema, outerResolvers, raws);
  return createGraphqlJsExecutor<RequestContext>({
    schema,
    limits: executionLimits,
    authorize: createOperationAuthorizer(schema),
  });
}

const ruled = (schema: GraphQLSchema): GraphQLSchema => withAuthorization(withInputValidation(schema));

function wrap(schema: GraphQLSchema, wraps: ResolverWrappers, raws: Map<string, Resolver>): void {
  for (const [coordinate, wrapping] of Object.entries(wraps)) {
    const field = fieldOf(schema, coordinate);
    field.resolve = wrapping(field.resolve ?? (defaultFieldResolver as Resolver), raws.get(coordinate)!);
  }
}

function fieldOf(schema: GraphQLSchema, coordinate: string): { resolve?: Resolver } {
  const [type, name] = coordinate.split('.');
  const found = schema.getType(type!);
  const field = isObjectType(found) ? found.getFields()[name!] : undefined;
  if (!field) throw new Error(`the contract has no ${coordinate}`);
  return field as { resolve?: Resolver };
}

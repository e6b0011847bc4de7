import type { RequestListener } from 'node:http';
import { type GraphQLFieldResolver, type GraphQLSchema, defaultFieldResolver, isObjectType } from 'graphql';
import type { InProcessOptions, StandInChanges } from '../../src/targets/in-process.ts';
import type { Executor } from '../../src/graphql/executor.ts';
import type { RequestContext } from '../../src/graphql/context.ts';
import { readContractSdl } from '../../src/graphql/schema.ts';
import type { ServerDialect } from '../../src/dialects/server-dialect.ts';
import type { Authentication } from '../../src/server/auth/authentication.ts';
import { createSpecification } from '../../src/dialects/specification.ts';
import { createExecutor } from '../../src/server/executors.ts';
import type { Store } from '../../src/store/store.ts';

/** A server with one defect, and the case that must detect it. */
export interface Mutant {
  /** What the defective server does, in plain words; unique. */
  name: string;
  /** The folder of the cases that the defect concerns. */
  operation: string;
  /** The id of the case that must fail. */
  killedBy: string;
  /** The dialect and the world of the server. Default: the demo world in `specification`. */
  target?: Pick<InProcessOptions, 'dialect' | 'worldFolder' | 'placeholders'>;
  /** Builds the defective server; `onBug` receives errors that the mutant does not intend. */
  build(onBug: (error: Error) => void): StandInChanges;
}

/** The record that a field belongs to. */
export type ParentRecord = Record<string, unknown> & { id: number; componentId: number };
/** The attributes of an input, by name. */
export type Attributes = Record<string, unknown>;
/** The arguments of a field; only mutations have an input. */
export interface FieldArguments {
  id: string;
  input: { locale?: string | null; attributes: Attributes };
}
/** A resolver with its source, arguments, context and info. */
export type Resolver = (
  ...args: [ParentRecord, FieldArguments, RequestContext, Parameters<GraphQLFieldResolver<unknown, RequestContext>>[3]]
) => unknown;
/** Replaces a resolver; `raw` is the resolver below authorization and validation. */
export type ResolverWrapper = (resolve: Resolver, raw: Resolver) => Resolver;
/** By schema coordinate, such as `MeetingMutation.update`. */
export type ResolverWrappers = Record<string, ResolverWrapper>;
/** Replaces an executor. */
export type ExecutorWrapper = (executor: Executor<RequestContext>) => Executor<RequestContext>;

/** What a mutant replaces in the server; an omitted part stays as the server has it. */
export interface ServerChanges {
  /** The SDL of the contract. */
  contract?: (sdl: string) => string;
  /** Resolvers below authorization and validation. */
  innerResolvers?: ResolverWrappers;
  /** Resolvers above authorization and validation. */
  outerResolvers?: ResolverWrappers;
  /** The schema with authorization and validation. */
  outerSchema?: (schema: GraphQLSchema) => GraphQLSchema;
  executor?: ExecutorWrapper;
  /** The store. */
  store?: (store: Store) => Store;
  authentication?: (authentication: Authentication, store: Store) => Authentication;
  /** The HTTP request listener. */
  listener?: (listener: RequestListener) => RequestListener;
}

/** A mutant with these changes; its operation is the folder of the case that must fail. */
export const mutant = (name: string, killedBy: string, changes: ServerChanges): Mutant => ({
  name,
  operation: killedBy.split('/')[0]!,
  killedBy,
  build(onBug) {
    const { dialect: serverDialect, executor: unchanged } = createMutatedDialect(changes);
    const executor = changes.executor?.(unchanged) ?? unchanged;
    const { store: wrapStore, authentication: wrapAuthentication, listener: wrapListener } = changes;
    return { serverDialect, executor, wrapStore, wrapAuthentication, wrapListener, onBug };
  },
});

interface MutatedDialect {
  dialect: ServerDialect;
  executor: Executor<RequestContext>;
}

// Building a schema takes most of the time, and many mutants share a contract.
const dialectsBySdl = new Map<string, MutatedDialect>();

function createMutatedDialect(changes: ServerChanges): MutatedDialect {
  const sdl = changes.contract?.(readContractSdl()) ?? readContractSdl();
  const isShared = !(changes.innerResolvers ?? changes.outerResolvers ?? changes.outerSchema);
  const cached = isShared ? dialectsBySdl.get(sdl) : undefined;
  if (cached) return cached;
  const dialect = mutateDialect(sdl, changes);
  const mutated = { dialect, executor: createExecutor(dialect) };
  if (isShared) dialectsBySdl.set(sdl, mutated);
  return mutated;
}

function mutateDialect(
  sdl: string,
  { innerResolvers = {}, outerResolvers = {}, outerSchema = (schema) => schema }: ServerChanges,
): ServerDialect {
  const specification = createSpecification(sdl);
  const innerSchema = specification.createSchema('mock');
  const coordinates = Object.keys({ ...innerResolvers, ...outerResolvers });
  const rawResolvers = new Map(coordinates.map((coordinate) => [coordinate, resolverOf(innerSchema, coordinate)]));
  wrapResolvers(innerSchema, innerResolvers, rawResolvers);
  return {
    ...specification,
    createSchema: () => innerSchema,
    createExecutor(schema, authorize) {
      const mutated = outerSchema(schema);
      wrapResolvers(mutated, outerResolvers, rawResolvers);
      return specification.createExecutor(mutated, authorize);
    },
  };
}

function wrapResolvers(schema: GraphQLSchema, wrappers: ResolverWrappers, rawResolvers: Map<string, Resolver>): void {
  for (const [coordinate, wrapper] of Object.entries(wrappers))
    fieldAt(schema, coordinate).resolve = wrapper(resolverOf(schema, coordinate), rawResolvers.get(coordinate)!);
}

const resolverOf = (schema: GraphQLSchema, coordinate: string): Resolver =>
  fieldAt(schema, coordinate).resolve ?? (defaultFieldResolver as Resolver);

function fieldAt(schema: GraphQLSchema, coordinate: string): { resolve?: Resolver } {
  const [typeName, fieldName] = coordinate.split('.');
  const type = schema.getType(typeName!);
  const field = isObjectType(type) ? type.getFields()[fieldName!] : undefined;
  if (!field) throw new Error(`the contract has no field ${coordinate}`);
  return field as { resolve?: Resolver };
}

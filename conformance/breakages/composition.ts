import type { RequestListener } from 'node:http';
import { type GraphQLFieldResolver, type GraphQLSchema, defaultFieldResolver, isObjectType } from 'graphql';
import { createApp } from '../../src/app.ts';
import type { Context } from '../../src/contract/context.ts';
import { executableSchema, readContract } from '../../src/contract/contract.ts';
import { type Executor, createExecutor } from '../../src/contract/executor.ts';
import { type Sessions, createSessions, randomKey } from '../../src/control/sessions.ts';
import { limits } from '../../src/dialects/specification/stand-in.ts';
import { rootRefusal, withPolicy } from '../../src/policy/policy.ts';
import { resolvers } from '../../src/resolvers/resolvers.ts';
import type { Store } from '../../src/store/store.ts';
import { withValidation } from '../../src/validation/validation.ts';
import type { Breakage } from './breakage.ts';

/** The record that a field stands on. */
export type Source = Record<string, unknown> & { id: number; componentId: number };
/** The attributes of an input, by name. */
export type Attributes = Record<string, unknown>;
/** The arguments of a field: those of a mutation have an input. */
export interface Arguments {
  id: string;
  input: { locale?: string | null; attributes: Attributes };
}
/** What answers a field: its source, arguments, context, and where it stands. */
export type Resolve = (
  ...args: [Source, Arguments, Context, Parameters<GraphQLFieldResolver<unknown, Context>>[3]]
) => unknown;
/** Another resolver in the place of one; `raw` is the resolver without roles and rules. */
export type Wrap = (resolve: Resolve, raw: Resolve) => Resolve;
/** By schema coordinate, such as `MeetingMutation.update`. */
export type Wraps = Record<string, Wrap>;

/** What documents run on. */
export type Engine = Executor<Context>;

/** What is other than in the stand-in; what is left out is the stand-in's. */
export interface Changes {
  /** The contract's text. */
  contract?: (text: string) => string;
  /** Resolvers below the roles and rules. */
  beneath?: Wraps;
  /** Resolvers above the roles and rules. */
  around?: Wraps;
  /** How roles and rules are put over the schema. */
  rules?: (schema: GraphQLSchema) => GraphQLSchema;
  /** What documents run on. */
  engine?: (engine: Engine) => Engine;
  /** The store of each fresh world. */
  store?: (store: Store) => Store;
  sessions?: (sessions: Sessions, store: Store) => Sessions;
  /** What stands between HTTP and the app. */
  http?: (listener: RequestListener) => RequestListener;
}

/** A breakage of the operation in whose folder the case is that it breaks. */
export const breakage = (name: string, breaks: string, changes: Changes): Breakage => ({
  name,
  operation: breaks.split('/')[0]!,
  breaks,
  build: broken(changes),
});

/** The stand-in with these changes. A change that finds nothing to change is an Error. */
const broken =
  (changes: Changes): Breakage['build'] =>
  (onBug) => {
    const { store: storeOf = (store) => store, sessions: sessionsOf = (sessions) => sessions } = changes;
    const engine = engineOf(changes);
    return (fresh) => {
      const store = storeOf(fresh);
      const sessions = sessionsOf(createSessions({ store, key: randomKey(), lifetime: 7200 }), store);
      const app = createApp({ store, sessions, engine, onBug: (error) => isRefusal(error) || onBug(error) });
      const listener = app.callback() as RequestListener;
      return changes.http?.(listener) ?? listener;
    };
  };

// Koa reports what it answers with 4xx too.
const isRefusal = (error: Error): boolean => (error as { expose?: boolean }).expose === true;

// Making a schema is what takes the time, and many breakages have theirs in common with others.
const engines = new Map<string, Engine>();

function engineOf({ contract = (text) => text, beneath, around, rules, engine }: Changes): Engine {
  const text = contract(readContract());
  const isOwn = beneath ?? around ?? rules;
  const made = (isOwn ? undefined : engines.get(text)) ?? compiled(text, { beneath, around, rules });
  if (!isOwn) engines.set(text, made);
  return engine?.(made) ?? made;
}

function compiled(text: string, { beneath = {}, around = {}, rules = ruled }: Changes): Engine {
  const plain = executableSchema(text, resolvers);
  const raw = (coordinate: string): Resolve => fieldOf(plain, coordinate).resolve ?? (defaultFieldResolver as Resolve);
  const raws = new Map(Object.keys({ ...beneath, ...around }).map((coordinate) => [coordinate, raw(coordinate)]));
  wrap(plain, beneath, raws);
  const schema = rules(plain);
  wrap(schema, around, raws);
  return createExecutor<Context>({ schema, limits, refuse: rootRefusal(schema) });
}

const ruled = (schema: GraphQLSchema): GraphQLSchema => withPolicy(withValidation(schema));

function wrap(schema: GraphQLSchema, wraps: Wraps, raws: Map<string, Resolve>): void {
  for (const [coordinate, wrapping] of Object.entries(wraps)) {
    const field = fieldOf(schema, coordinate);
    field.resolve = wrapping(field.resolve ?? (defaultFieldResolver as Resolve), raws.get(coordinate)!);
  }
}

function fieldOf(schema: GraphQLSchema, coordinate: string): { resolve?: Resolve } {
  const [type, name] = coordinate.split('.');
  const found = schema.getType(type!);
  const field = isObjectType(found) ? found.getFields()[name!] : undefined;
  if (!field) throw new Error(`the contract has no ${coordinate}`);
  return field as { resolve?: Resolve };
}

import { existsSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import {
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  executeSync,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { CommandError, exitCodes } from '../../errors.ts';
import { fieldCoordinates } from '../../graphql/schema.ts';
import { readJson } from '../../read-json.ts';
import { Type } from '../../records/schema-builder.ts';
import type { Store } from '../../store/store.ts';
import { ProblemError } from '../api/problem.ts';
import {
  type Static,
  choice,
  constant,
  mapOf,
  named,
  natural,
  number,
  object,
  optional,
  partial,
  positive,
  string,
  unknown,
} from '../api/schema.ts';
import { askFor, describeNames } from '../../did-you-mean.ts';
import { validate } from '../api/validation.ts';
import { matchSchema } from '../matching.ts';

/** The header of a request with the rule of a fault for it, in JSON; in a response, with the id of the fault that was applied. */
export const faultHeader = 'x-plenum-fault';

const isTrue = optional(constant(true));

/** The effects of which a fault has one at most, by the member that names them. */
const replacements = {
  graphqlError: optional(object({ message: string, code: optional(string) })),
  nullField: isTrue,
  value: optional(unknown),
  status: optional(Type.Integer({ minimum: 200, maximum: 599 })),
  hang: isTrue,
  reset: isTrue,
};
const statusParts = {
  headers: optional(mapOf(string)),
  body: optional({
    description: 'a text, or a value that is sent as JSON; by default that of the platform for 429 and 500, or empty',
  }),
  retryAfter: optional({ ...natural, maximum: 1_000_000_000, description: 'the seconds in the header Retry-After' }),
};
const effectSchema = object({
  ...replacements,
  ...statusParts,
  delay: optional(object({ ms: { ...number, minimum: 0, maximum: 3_600_000 } })),
});

/** What a fault does: one of the effects `graphqlError`, `nullField`, `value`, `status`, `hang` and `reset`, a delay, or both. */
export type FaultEffect = Static<typeof effectSchema>;

const maintenancePage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Maintenance</title></head>
<body><h1>We will be back soon</h1><p>The platform is being updated.</p></body>
</html>
`;

/** Effects by the names of situations that every client should survive. */
const presets = {
  /** A device without a network. */
  offline: { reset: true },
  /** The latency of the profile of this name in the developer tools of Chromium. */
  'slow-3g': { delay: { ms: 2000 } },
  /** The platform's limit of requests. */
  'platform-429': { status: 429 },
  /** A request that the platform fails to process. */
  'platform-500': { status: 500 },
  /** A proxy in front of a platform that is being updated. */
  maintenance: {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    retryAfter: 600,
    body: maintenancePage,
  },
} as const satisfies Record<string, FaultEffect>;
const presetNames = Object.keys(presets) as (keyof typeof presets)[];

const maxSeed = 2 ** 32 - 1;
const members = {
  match: matchSchema,
  effect: effectSchema,
  after: { ...natural, description: 'how many matches pass before the fault applies' },
  probability: { ...number, minimum: 0, maximum: 1 },
  seed: { ...natural, maximum: maxSeed, description: 'the same seed gives the same sequence' },
  phase: choice('before', 'after'),
  times: optional({ ...positive, description: 'how many times the fault applies; without it, there is no limit' }),
};
const rule = object(members);

export const newFaultSchema = named(
  'NewFault',
  object({ ...partial(members), preset: optional(choice(...presetNames)) }),
);
export const faultSchema = named(
  'Fault',
  object({ id: string, ...members, applied: { ...natural, description: 'how many times it has applied' } }),
);

/** When a fault applies, and what it does then. */
export type FaultRule = Static<typeof rule>;
/** A rule whose members have defaults but for the effect, which is described or that of a preset. */
export type NewFault = Static<typeof newFaultSchema>;
/** A fault of a world. */
export type Fault = Static<typeof faultSchema>;

/** The headers that describe the connection, and how a body is sent. */
const ownHeaders =
  /^(connection|content-length|expect|http2-settings|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

const refuseRule = (member: string, problem: string): never => {
  throw new ProblemError(400, `"${member}" ${problem}.`, member);
};

/** Returns a rule with its defaults; a seed is chosen at random. Throws a ProblemError if the rule is invalid. */
export function readRule(value: unknown): FaultRule {
  validate(newFaultSchema, value, { whole: 'The fault' });
  // What is stored must not change when the caller changes its object.
  const { preset, effect: given, ...rest } = structuredClone(value);
  if ((preset === undefined) === (given === undefined))
    throw new ProblemError(400, 'The fault must have exactly one of the members effect, preset.');
  const effect = given ?? structuredClone<FaultEffect>(presets[preset!]);
  const seed = Math.floor(Math.random() * maxSeed);
  const read: FaultRule = { match: {}, effect, after: 0, probability: 1, seed, phase: 'before', ...rest };
  const names = Object.keys(replacements).filter((name) => name in effect);
  if (names.length > 1)
    refuseRule('effect', `has the effects ${names.join(' and ')}, of which only one is possible, besides delay`);
  if (names.length === 0 && !effect.delay)
    refuseRule('effect', `has no effect, but must have one of ${[...Object.keys(replacements), 'delay'].join(', ')}`);
  const part = Object.keys(statusParts).find((name) => name in effect);
  if (part !== undefined && effect.status === undefined) refuseRule(`effect.${part}`, 'needs "effect.status"');
  for (const [name, text] of Object.entries(effect.headers ?? {})) {
    if (ownHeaders.test(name)) refuseRule(`effect.headers.${name}`, 'is set by the server');
    try {
      validateHeaderName(name);
      validateHeaderValue(name, text);
    } catch {
      refuseRule(`effect.headers.${name}`, 'is not a valid header');
    }
  }
  const ofField = names.find((name) => name === 'nullField' || name === 'value');
  if (ofField && read.match.coordinate === undefined) refuseRule(`effect.${ofField}`, 'needs "match.coordinate"');
  return read;
}

/**
 * The coordinates of object types that a rule is for: none if it is for requests, and for a field of an interface those of the types that
 * implement it. Throws a ProblemError if the schema has no such field, or if the field cannot have the value of the rule.
 */
export function coordinatesOf({ match: { coordinate }, effect }: FaultRule, schema: GraphQLSchema): string[] {
  if (coordinate === undefined) return [];
  const [typeName = '', fieldName = '', ...rest] = coordinate.split('.');
  const type = typeName.startsWith('__') || rest.length > 0 ? undefined : schema.getType(typeName);
  const hasFields = isObjectType(type) || isInterfaceType(type);
  const field = hasFields && Object.hasOwn(type.getFields(), fieldName) && type.getFields()[fieldName];
  if (!field) {
    const quoted = JSON.stringify(coordinate.slice(0, 200));
    const nearest = askFor(nearestCoordinates(schema, coordinate, fieldName));
    throw new ProblemError(400, `There is no field ${quoted}.${nearest}`, 'match.coordinate');
  }
  if ('value' in effect) assertFieldValue(field.type, effect.value);
  const types = isInterfaceType(type) ? schema.getPossibleTypes(type) : [type as GraphQLObjectType];
  return types.map(({ name }) => `${name}.${fieldName}`);
}

function nearestCoordinates(schema: GraphQLSchema, coordinate: string, fieldName: string): string[] {
  // Names of this length have no similar ones, and comparing them takes long.
  if (coordinate.length > 200) return [];
  const known = fieldCoordinates(schema);
  const ofSameName = known.filter((each) => each.endsWith(`.${fieldName}`));
  const nearest = ofSameName.length <= 5 ? ofSameName : suggestionList(coordinate, ofSameName);
  return [...new Set([...nearest, ...suggestionList(coordinate, known)])];
}

/** Throws a ProblemError if graphql-js cannot complete a field of this type with a value. */
function assertFieldValue(type: GraphQLOutputType, value: unknown): void {
  const leaf = getNamedType(type);
  const query = new GraphQLObjectType({ name: 'Query', fields: { value: { type, resolve: () => value } } });
  const [error] = executeSync({ schema: new GraphQLSchema({ query }), document: parse('{ value }') }).errors ?? [];
  const enumNames = isEnumType(leaf) ? leaf.getValues().map(({ name }) => name) : [];
  let problem = error && [`${error.message}.`, ...enumNames].join(' ');
  if (!isLeafType(leaf) && [value].flat(Infinity).some((each) => each !== null))
    problem = `${leaf.name} has fields: a fault gives values to scalars and enums.`;
  if (problem === undefined) return;
  const member = ['effect', ...(error?.path ?? ['value'])].join('.');
  throw new ProblemError(400, `The member "${member}" cannot be a value of ${String(type)}: ${problem}`, member);
}

/** Throws a ProblemError with the users of the nearest ids if there is no user with this id. */
export function assertUser(store: Store, id: number, member = 'match.user'): void {
  if (store.find('users', id)) return;
  const nearest = store
    .all('users')
    .toSorted((a, b) => Math.abs(a.id - id) - Math.abs(b.id - id))
    .map((user) => `${user.id} (${user.name})`);
  throw new ProblemError(400, `There is no user ${id}.${askFor(nearest)}`, member);
}

/** The faults with which a world starts, and what they are called in messages. */
export interface InitialFaults {
  source: string;
  rules: readonly unknown[];
}

export const refuseFaults = (source: string, problem: string) =>
  new CommandError(`faults: ${source}: ${problem}`, exitCodes.usage);

/** Reads the faults of a file, which has a list of rules in JSON, or of a preset. Throws a CommandError that names the file. */
export function readFaults(source: string): InitialFaults {
  if (presetNames.some((name) => name === source)) return { source, rules: [{ preset: source }] };
  if (!existsSync(source))
    throw refuseFaults(source, `there is no such file.${describeNames(source, 'presets', presetNames)}`);
  const rules = readJson(source, exitCodes.usage);
  if (!Array.isArray(rules)) throw refuseFaults(source, 'must have a list of rules');
  return { source, rules };
}

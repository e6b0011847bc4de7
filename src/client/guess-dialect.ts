import { type GraphQLSchema, getNamedType, isLeafType, isObjectType } from 'graphql';
import { suiteDialects } from '../dialects/dialects.ts';
import { specificationSuiteDialect } from '../dialects/specification-suite.ts';
import type { DialectFamily, DialectNames } from '../dialects/suite-dialect.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { type TargetRequest, type TargetResponse, graphqlRequest } from './http-message.ts';
import { textOf, valueAt } from './json-value.ts';
import { preflightName } from './query-target.ts';
import { type Target, standInIdentity } from './target.ts';

/** A request that servers of different dialects answer differently, and how. */
interface Probe {
  description: string;
  request: TargetRequest;
  familyOf(response: TargetResponse): DialectFamily | undefined;
}

const byStatus =
  (statuses: Record<number, DialectFamily>): Probe['familyOf'] =>
  ({ status }) =>
    statuses[status];

const probes: Probe[] = [
  {
    description: 'a GET request',
    request: { method: 'GET', headers: {} },
    familyOf: byStatus({ 405: 'specification', 301: 'decidim', 302: 'decidim' }),
  },
  {
    description: 'an unknown field',
    request: graphqlRequest(`{ ${preflightName} }`, {}, {}),
    familyOf: ({ text }) => {
      if (text.includes('Cannot query field')) return 'specification';
      return text.includes("doesn't exist on type") ? 'decidim' : undefined;
    },
  },
  // The platform logs it as an error of its own, so it comes last.
  {
    description: 'a body that is cut',
    request: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `{"query": "{ ${preflightName}` },
    familyOf: byStatus({ 400: 'specification', 500: 'decidim' }),
  },
];

const decidingVotes = 2;

/** The dialect that a server uses, and what shows it. */
export interface DialectGuess {
  /** Undefined if the server does not answer like any dialect. */
  name: string | undefined;
  /** Whether the name is that of several releases. */
  isUncertain?: boolean;
  /** Whether at least one response fits a dialect. */
  fits(dialect: DialectNames): boolean;
  evidence: string[];
}

/** Guesses the dialect of a server from what it says of itself at `GET /` and how it refuses bad requests. */
export async function guessDialect(target: Target, root: TargetResponse | undefined): Promise<DialectGuess> {
  const own = suiteDialects[textOf(standInIdentity(root)?.dialect)];
  if (own)
    return { name: own.name, fits: ({ name }) => name === own.name, evidence: [`GET / says that it is ${own.name}`] };
  const votes: DialectFamily[] = [];
  const count = (family: DialectFamily) => votes.filter((each) => each === family).length;
  const evidence: string[] = [];
  for (const { description, request, familyOf } of probes) {
    const response = await target.send(request);
    const family = familyOf(response);
    if (family) votes.push(family);
    const manner = family ? `as in ${nameOf(family)}` : 'as in no dialect';
    evidence.push(`${description} is answered ${manner}: status ${response.status}`);
    if (family && count(family) === decidingVotes) break;
  }
  const [first] = votes.toSorted((a, b) => count(b) - count(a));
  if (first !== 'decidim')
    return { name: first && nameOf(first), fits: ({ family }) => votes.includes(family), evidence };
  const { names, evidence: shown } = await guessRelease(target);
  return {
    name: names.length === 1 ? names[0] : `Decidim between ${names[0]} and ${names.at(-1)}`,
    isUncertain: names.length > 1,
    fits: ({ name, family }) => (family === 'decidim' ? names.includes(name) : votes.includes(family)),
    evidence: [...shown, ...evidence],
  };
}

const nameOf = (family: DialectFamily): string => (family === 'decidim' ? 'Decidim' : specificationSuiteDialect.name);

/**
 * Returns the dialect of a server and what shows it: `dialect` if it is given, or else what the responses show.
 *
 * @throws CommandError if the server does not answer like any dialect, or if it answers like several and `dialect` is not given.
 */
export async function recognizeDialect(
  target: Target,
  dialect: string | undefined,
): Promise<{ name: string; evidence: string[] }> {
  const { name, isUncertain, evidence } = await guessDialect(target, await target.readRoot());
  if (dialect !== undefined) return { name: dialect, evidence };
  const shown = evidence.join('; ');
  if (name === undefined)
    throw new CommandError(`${target.url} does not answer like any dialect: ${shown}`, exitCodes.unreachable);
  if (isUncertain)
    throw new CommandError(`${target.url} is ${name}: choose one with --dialect. ${shown}`, exitCodes.usage);
  return { name, evidence };
}

// Every release has it, and no other type has as many fields that tell releases apart.
const root = 'assemblies';
const rootType = 'Assembly';

/** A release of Decidim, with its object types, and the fields of `Assembly` that a document can ask for by their name alone. */
interface Release {
  name: string;
  names: ReadonlySet<string>;
}

function namesOf(schema: GraphQLSchema): Set<string> {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields = Object.values(types.find(({ name }) => name === rootType)?.getFields() ?? {});
  const leaves = fields.filter(({ args, type }) => args.length === 0 && isLeafType(getNamedType(type)));
  return new Set([...leaves.map(({ name }) => `${rootType}.${name}`), ...types.map(({ name }) => name)]);
}

/**
 * Finds the release of a deployment of Decidim, by what only some releases have, with two documents that are validated and not
 * executed. Returns the releases that fit, the oldest first, and what shows it.
 */
async function guessRelease(target: Target): Promise<{ names: string[]; evidence: string[] }> {
  let releases = Object.values(suiteDialects).flatMap(({ name, readSchema }): Release[] =>
    readSchema ? [{ name, names: namesOf(readSchema()) }] : [],
  );
  const evidence: string[] = [];
  for (const observe of [observeFields, observeType]) {
    if (releases.length < 2) break;
    const all = [...new Set(releases.flatMap(({ names }) => [...names]))];
    const differing = all.filter((each) => !releases.every(({ names }) => names.has(each)));
    const observation = await observe(target, differing);
    if (!observation) continue;
    const { there, absent } = observation;
    evidence.push(`validation knows ${there.join(', ') || 'none'}; and not ${absent.join(', ') || 'none'}`);
    const fitting = releases.filter((each) => fits([each], observation));
    releases = fitting.length > 0 ? fitting : between(releases, observation);
    // A later observation would choose one of the releases that do not fit.
    if (fitting.length === 0) break;
  }
  return { names: releases.map(({ name }) => name), evidence };
}

/** Whether at least one of some releases has each name that is there, and one lacks each that is not. */
const fits = (releases: Release[], { there, absent }: Observation): boolean =>
  there.every((each) => releases.some(({ names }) => names.has(each))) &&
  absent.every((each) => releases.some(({ names }) => !names.has(each)));

/** The shortest range of releases whose ends have everything that was seen between them. */
function between(releases: Release[], observation: Observation): Release[] {
  for (let span = 1; span < releases.length; span++)
    for (let from = 0; from + span < releases.length; from++)
      if (fits([releases[from]!, releases[from + span]!], observation)) return releases.slice(from, from + span + 1);
  return releases;
}

/** Which names a server has, of those that only some releases have. */
interface Observation {
  there: string[];
  absent: string[];
}

/**
 * What validation says about a document: the errors as one text, in which single quotes stand for double ones. The document is sent
 * without a token, and all its root fields are skipped, so that nothing is executed. Undefined if the response does not show it.
 */
async function validate(target: Target, selection: string): Promise<string | undefined> {
  const response = await target.send(graphqlRequest(`query ${preflightName} { ${selection} }`, {}, {}));
  if (response.status !== 200) return undefined;
  const errors = valueAt(response.json, ['errors']);
  if (errors !== undefined && !Array.isArray(errors)) return undefined;
  return errors === undefined ? '' : JSON.stringify(errors).replaceAll(String.raw`\"`, "'");
}

async function observeFields(target: Target, differing: string[]): Promise<Observation | undefined> {
  const fields = differing.filter((each) => each.includes('.'));
  const names = fields.map((each) => each.split('.')[1]!);
  const errors = await validate(target, `${root} @skip(if: true) { __typename ${names.join(' ')} }`);
  if (errors === undefined || (errors !== '' && !errors.includes("doesn't exist on type"))) return undefined;
  const absent = fields.filter((_, index) =>
    errors.includes(`Field '${names[index]}' doesn't exist on type '${rootType}'`),
  );
  return { there: fields.filter((each) => !absent.includes(each)), absent };
}

/** A type that is unknown is refused like introspection; one that exists cannot be spread where the document has it. */
async function observeType(target: Target, differing: string[]): Promise<Observation | undefined> {
  const type = differing.find((each) => !each.includes('.'));
  const errors = type && (await validate(target, `... on ${type} @skip(if: true) { __typename }`));
  if (!type || !errors) return undefined;
  const isUnknown = errors.includes('INTROSPECTION_DISABLED_ERROR') || errors.includes(`No such type ${type}`);
  return isUnknown ? { there: [], absent: [type] } : { there: [type], absent: [] };
}

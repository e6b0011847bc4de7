import { type GraphQLSchema, getNamedType, isLeafType, isObjectType } from 'graphql';
import { graphqlRequest } from './http-message.ts';
import { textOf, valueAt } from './json-value.ts';
import { ask, objectsAt, preflightName } from './query-target.ts';
import type { Target } from './target.ts';
import { suiteDialects } from '../dialects/dialects.ts';
import { CommandError } from '../errors.ts';

/** The releases that fit what a deployment shows, the oldest first, and what shows it. */
export interface ReleaseGuess {
  names: string[];
  evidence: string[];
}

interface ReleaseSchema {
  name: string;
  schema: GraphQLSchema;
}

/** Names that only some releases have, and which of them a server has; undefined if its answers do not show it. */
interface Observation {
  evidence: string;
  has(release: ReleaseSchema): boolean[];
  seen: boolean[];
}

const readReleases = (): ReleaseSchema[] =>
  Object.values(suiteDialects).flatMap(({ name, readSchema }) => (readSchema ? [{ name, schema: readSchema() }] : []));

/** The members of lists that are not in each of them. */
const differing = (lists: string[][]): string[] =>
  [...new Set(lists.flat())].filter((each) => !lists.every((list) => list.includes(each)));

/** The fields of a type that a document asks for by their name alone. */
function leavesOf({ schema }: ReleaseSchema, typeName: string): string[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return [];
  const fields = Object.values(type.getFields());
  return fields.filter((each) => isLeafType(getNamedType(each.type)) && each.args.length === 0).map(({ name }) => name);
}

const typesOf = ({ schema }: ReleaseSchema): string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) => (isObjectType(type) ? [type.name] : []));

/** The object types of a release and their fields, as coordinates. */
const coordinatesOf = (release: ReleaseSchema): string[] =>
  typesOf(release).flatMap((name) => {
    const type = release.schema.getType(name);
    return isObjectType(type) ? [name, ...Object.keys(type.getFields()).map((field) => `${name}.${field}`)] : [];
  });

/** The root field that every release has, with the fields of its type that tell the most releases apart. */
function chooseFields(releases: ReleaseSchema[]): { root: string; typeName: string; fields: string[] } {
  const roots = Object.values(releases[0]!.schema.getQueryType()!.getFields()).filter(
    ({ name, args }) =>
      releases.every(({ schema }) => schema.getQueryType()!.getFields()[name]) &&
      args.every((each) => !String(each.type).endsWith('!')),
  );
  const choices = roots.map(({ name: root, type }) => {
    const typeName = getNamedType(type).name;
    const fields = differing(releases.map((each) => leavesOf(each, typeName)));
    const patterns = new Set(
      releases.map((each) => fields.map((field) => leavesOf(each, typeName).includes(field)).join()),
    );
    return { root, typeName, fields, patterns: patterns.size };
  });
  return choices.toSorted((a, b) => b.patterns - a.patterns)[0]!;
}

const examples = (names: string[]): string => names.slice(0, 3).join(', ') || 'none';

/** The types and their fields, as coordinates, that introspection shows to the administrator; undefined if it shows none. */
async function introspect(target: Target): Promise<Set<string> | undefined> {
  const selection = '{ __schema { types { name fields(includeDeprecated: true) { name } } } }';
  const data = await ask(target, 'admin', selection).catch((error: unknown) => {
    // A release without sign-in refuses every credential.
    if (error instanceof CommandError) return undefined;
    throw error;
  });
  const types = objectsAt(data, ['__schema', 'types']);
  if (types.length === 0) return undefined;
  return new Set(
    types.flatMap((type) => {
      const name = textOf(type['name']);
      return [name, ...objectsAt(type, ['fields']).map((field) => `${name}.${textOf(field['name'])}`)];
    }),
  );
}

/** What an administrator's introspection shows; undefined without credentials that the server accepts. */
async function observeSchema(target: Target, releases: ReleaseSchema[]): Promise<Observation | undefined> {
  if (target.missingCredentials('admin') !== undefined) return undefined;
  const shown = await introspect(target);
  if (!shown) return undefined;
  const lists = releases.map((each) => new Set(coordinatesOf(each)));
  // A type that a deployment lacks says the same as its fields.
  const coordinates = differing(lists.map((each) => [...each])).filter(
    (each) => !each.includes('.') || shown.has(each.split('.')[0]!),
  );
  const countOf = (coordinate: string) => lists.filter((each) => each.has(coordinate)).length;
  const rarest = coordinates.toSorted((a, b) => countOf(a) - countOf(b));
  const there = rarest.filter((each) => shown.has(each));
  const absent = rarest.filter((each) => !shown.has(each)).toReversed();
  return {
    evidence: `the administrator's introspection has ${there.length} of ${coordinates.length} types and fields that only some releases have, such as ${examples(there)}; and not ${examples(absent)}`,
    has: (release) => coordinates.map((each) => lists[releases.indexOf(release)]!.has(each)),
    seen: coordinates.map((each) => shown.has(each)),
  };
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

async function observeFields(target: Target, releases: ReleaseSchema[]): Promise<Observation | undefined> {
  const { root, typeName, fields } = chooseFields(releases);
  const errors = await validate(target, `${root} @skip(if: true) { __typename ${fields.join(' ')} }`);
  if (errors === undefined || (errors !== '' && !errors.includes("doesn't exist on type"))) return undefined;
  const seen = fields.map((field) => !errors.includes(`Field '${field}' doesn't exist on type '${typeName}'`));
  const list = (isThere: boolean) => fields.filter((_, index) => seen[index] === isThere).join(', ') || 'none';
  return {
    evidence: `without a token, validation knows these fields of ${typeName}: ${list(true)}; and not these: ${list(false)}`,
    has: (release) => fields.map((field) => leavesOf(release, typeName).includes(field)),
    seen,
  };
}

/** A type that is unknown is refused like introspection; one that exists cannot be spread where the document has it. */
async function observeType(target: Target, releases: ReleaseSchema[]): Promise<Observation | undefined> {
  const [typeName] = differing(releases.map(typesOf));
  if (typeName === undefined) return undefined;
  const errors = await validate(target, `... on ${typeName} @skip(if: true) { __typename }`);
  if (!errors) return undefined;
  const isUnknown = errors.includes('INTROSPECTION_DISABLED_ERROR') || errors.includes(`No such type ${typeName}`);
  return {
    evidence: `without a token, validation ${isUnknown ? 'does not know' : 'knows'} the type ${typeName}`,
    has: (release) => [typesOf(release).includes(typeName)],
    seen: [!isUnknown],
  };
}

/**
 * Finds the release of a deployment of Decidim: by an administrator's introspection, or else with two documents, which are
 * validated and not executed.
 */
export async function guessRelease(target: Target): Promise<ReleaseGuess> {
  let releases = readReleases();
  const evidence: string[] = [];
  for (const observe of [observeSchema, observeFields, observeType]) {
    if (releases.length < 2) break;
    const observation = await observe(target, releases);
    if (!observation) continue;
    evidence.push(observation.evidence);
    const { has, seen } = observation;
    const fitting = releases.filter((release) => has(release).every((each, index) => each === seen[index]));
    releases = fitting.length > 0 ? fitting : between(releases, observation);
    // A later observation would choose one of the releases that do not fit.
    if (fitting.length === 0) break;
  }
  return { names: releases.map(({ name }) => name), evidence };
}

/** The shortest range of releases whose ends have everything of an observation between them. */
function between(releases: ReleaseSchema[], { has, seen }: Observation): ReleaseSchema[] {
  const lists = releases.map(has);
  for (let span = 1; span < releases.length; span++)
    for (let from = 0; from + span < releases.length; from++)
      if (seen.every((each, index) => [lists[from]![index], lists[from + span]![index]].includes(each)))
        return releases.slice(from, from + span + 1);
  return releases;
}

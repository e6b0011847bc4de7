import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType, isUnionType } from 'graphql';
import { schemaOf } from '../../src/cases/dialect-schema.ts';
import type { Target } from '../../src/client/target.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { type TypeNames, validate } from './ask-schema.ts';

/** A type whose fields are mutations, or lead to such types. */
interface MutationType {
  name: string;
  mutations: Set<string>;
  nested: Map<string, MutationType>;
  /** The fields that lead to one of several types, such as `component`. */
  unions: Set<string>;
}

const holdsMutations = ({ name }: { name: string }): boolean => name.endsWith('Mutation');

/** Adds the mutations of a type of one release, and the types that its fields lead to. */
function addMutations(found: MutationType, type: GraphQLObjectType, addRoot: (type: GraphQLObjectType) => void): void {
  const inherited = new Set(type.getInterfaces().flatMap((each) => Object.keys(each.getFields())));
  for (const field of Object.values(type.getFields())) {
    const returned = getNamedType(field.type);
    if (inherited.has(field.name) || isLeafType(returned)) continue;
    if (isUnionType(returned)) {
      found.unions.add(field.name);
      returned.getTypes().filter(holdsMutations).forEach(addRoot);
    } else if (isObjectType(returned) && holdsMutations(returned)) {
      const nested = found.nested.get(field.name) ?? emptyType(returned.name);
      found.nested.set(field.name, nested);
      addMutations(nested, returned, addRoot);
    } else found.mutations.add(field.name);
  }
}

const emptyType = (name: string): MutationType => ({
  name,
  mutations: new Set(),
  nested: new Map(),
  unions: new Set(),
});

/** The mutations of every release and the contract: those of `Mutation`, and those of each kind of component. */
function knownMutations(): MutationType[] {
  const roots = new Map<string, MutationType>();
  const addRoot = (type: GraphQLObjectType): void => {
    const root = roots.get(type.name) ?? emptyType(type.name);
    roots.set(type.name, root);
    addMutations(root, type, addRoot);
  };
  for (const dialect of Object.values(suiteDialects)) {
    const type = schemaOf(dialect).getMutationType();
    if (type) addRoot(type);
  }
  return [...roots.values()];
}

const selectionOf = ({ mutations, nested, unions }: MutationType): string =>
  [
    ...mutations,
    ...[...unions].map((field) => `${field} { __typename }`),
    ...[...nested].map(([field, type]) => `${field} { ${selectionOf(type)} }`),
    '__typename',
  ].join(' ');

type HasField = (typeName: string, field: string) => boolean;

const mutationsIn = ({ name, mutations, nested }: MutationType, has: HasField): string[] => [
  ...[...mutations].filter((field) => has(name, field)).map((field) => `${name}.${field}`),
  ...[...nested].flatMap(([field, type]) => (has(name, field) ? mutationsIn(type, has) : [])),
];

/**
 * Which of the known mutations a deployment has, by coordinate: what introspection shows, or else what queries show that cannot
 * be executed, because they spread a type of mutations in the type of queries. Undefined if its responses do not show it.
 */
export async function findMutations(target: Target, types: TypeNames | undefined): Promise<string[] | undefined> {
  const known = knownMutations();
  if (types) return known.flatMap((root) => mutationsIn(root, (name, field) => types.get(name)?.has(field) === true));
  const found: string[] = [];
  for (const root of known) {
    const errors = await validate(target, `... on ${root.name} @skip(if: true) { ${selectionOf(root)} }`);
    if (!errors?.text) return undefined;
    if (errors.lacksType(root.name)) continue;
    if (!errors.knowsType(root.name)) return undefined;
    found.push(...mutationsIn(root, (name, field) => !errors.lacksField(name, field)));
    // The types of components are below these fields.
    if (root.unions.size > 0 && [...root.unions].every((field) => errors.lacksField(root.name, field))) break;
  }
  return found;
}

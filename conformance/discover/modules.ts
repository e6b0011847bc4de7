import { isObjectType } from 'graphql';
import { schemaOf } from '../../src/cases/dialect-schema.ts';
import type { Target } from '../../src/client/target.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { type TypeNames, validate } from './ask-schema.ts';
import type { FoundSpace } from './spaces.ts';

/** Fields that modules add, which the schemas of the releases do not have, by their module. */
const fieldsOfModules: Record<string, { typeName: string; field: string }> = {
  conferences: { typeName: 'Query', field: 'conferences' },
  consultations: { typeName: 'Query', field: 'consultations' },
  decidim_awesome: { typeName: 'Proposal', field: 'voteWeights' },
  initiatives: { typeName: 'Query', field: 'initiatives' },
  votings: { typeName: 'Query', field: 'votings' },
};

const knownTypes = (): Map<string, Set<string>> => {
  const known = new Map<string, Set<string>>();
  for (const dialect of Object.values(suiteDialects))
    for (const type of Object.values(schemaOf(dialect).getTypeMap())) {
      const fields = known.get(type.name) ?? new Set();
      known.set(type.name, fields);
      if (isObjectType(type)) Object.keys(type.getFields()).forEach((name) => fields.add(name));
    }
  return known;
};

/**
 * Finds what no release has: types and fields that introspection shows, or else the fields of some known modules; and kinds of
 * components that are visible.
 */
export async function findModules(
  target: Target,
  types: TypeNames | undefined,
  spaces: FoundSpace[],
): Promise<string[]> {
  const known = knownTypes();
  const kinds = new Set(spaces.flatMap(({ components }) => components.map(({ type }) => type)));
  const unknownKinds = [...kinds].filter((each) => !known.has(each)).map((each) => `components of the kind ${each}`);
  const added = types ? additions(types, known) : await modulesThatValidationKnows(target);
  return [...added, ...unknownKinds];
}

const isIntrospectionType = (name: string): boolean => name.startsWith('__');

function additions(types: TypeNames, known: Map<string, Set<string>>): string[] {
  return [...types].flatMap(([name, fields]) => {
    if (isIntrospectionType(name)) return [];
    const knownFields = known.get(name);
    if (!knownFields) return [`type ${name}`];
    // Only the fields of objects are known: those of interfaces are theirs too.
    if (knownFields.size === 0) return [];
    return [...fields].filter((field) => !knownFields.has(field)).map((field) => `${name}.${field}`);
  });
}

async function modulesThatValidationKnows(target: Target): Promise<string[]> {
  if (target.dialect.family !== 'decidim') return [];
  const entries = Object.entries(fieldsOfModules);
  const selections = entries.map(([, { typeName, field }]) =>
    typeName === 'Query'
      ? `${field} @skip(if: true) { __typename }`
      : `... on ${typeName} @skip(if: true) { ${field} }`,
  );
  const errors = await validate(target, selections.join(' '));
  if (!errors?.knowsType('Proposal')) return [];
  return entries
    .filter(([, { typeName, field }]) => !errors.lacksField(typeName, field))
    .map(([module, { typeName, field }]) => `${module} (${typeName}.${field})`);
}

import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  Kind,
  type NamedTypeNode,
  type ObjectFieldNode,
  TypeInfo,
  buildSchema,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { readContractSdl } from '../../contract/schema.ts';
import type { AttributePath, RequestTranslator, SuiteDialect } from '../../contract/suite-dialect.ts';
import type { DecidimVersion } from './version.ts';

/** The contract uses the organization's default locale if `translation` has no `locale`; Decidim requires the argument. */
const defaultLocale = 'en';

const withDefaultLocale = (field: FieldNode): FieldNode => ({
  ...field,
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'locale' },
      value: { kind: Kind.STRING, value: defaultLocale },
    },
  ],
});

const renameNode = <T extends NamedTypeNode | ObjectFieldNode>(
  node: T,
  names: Record<string, string>,
): T | undefined => {
  const value = names[node.name.value];
  return value === undefined ? undefined : { ...node, name: { ...node.name, value } };
};

/** Renames fields by coordinate; responses have the contract's names. */
function renameFields(document: DocumentNode, names: Record<string, string>): DocumentNode {
  if (Object.keys(names).length === 0) return document;
  const typeInfo = new TypeInfo(buildSchema(readContractSdl()));
  const visitor: ASTVisitor = {
    Field: {
      leave(node) {
        const value = names[`${typeInfo.getParentType()?.name}.${node.name.value}`];
        return value === undefined
          ? undefined
          : { ...node, alias: node.alias ?? node.name, name: { ...node.name, value } };
      },
    },
  };
  return visit(document, visitWithTypeInfo(typeInfo, visitor));
}

function renameMembers(value: unknown, names: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => renameMembers(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [names[name] ?? name, renameMembers(each, names)]),
  );
}

const localizedName = /^(title|description)([A-Z][a-z])$/;

/** Returns the contract's path of an attribute name in an error: `['title', 'en']` for `titleEn`. */
function parseAttributePath(name: string, paths: Record<string, AttributePath>): AttributePath {
  const [, field, locale] = localizedName.exec(name) ?? [];
  return field && locale ? [field, locale.toLowerCase()] : (paths[name] ?? [name]);
}

const createTranslator = ({
  typeNames,
  fieldNames,
  attributeNames,
  attributePaths,
}: DecidimVersion): RequestTranslator => ({
  translateDocument: (document) =>
    visit(renameFields(document, fieldNames), {
      NamedType: (node) => renameNode(node, typeNames),
      ObjectField: (node) => renameNode(node, attributeNames),
      Field: (node) =>
        node.name.value === 'translation' && !node.arguments?.length ? withDefaultLocale(node) : undefined,
    }),
  translateVariables: (variables) => renameMembers(variables, attributeNames) as Record<string, unknown>,
  parseRefusedAttributes: ({ message }) =>
    Array.isArray(message)
      ? (message as { path: string[] }[]).map(({ path: [, name = '', ...rest] }) => [
          ...parseAttributePath(name, attributePaths),
          ...rest,
        ])
      : [],
});

/** Creates the suite's side of a Decidim version. */
export const createDecidimSuiteDialect = (version: DecidimVersion): SuiteDialect => ({
  name: version.name,
  family: 'decidim',
  missingOperations: version.missingOperations,
  undo: version.undo,
  translator: createTranslator(version),
});

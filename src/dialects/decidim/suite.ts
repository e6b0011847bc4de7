import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type NamedTypeNode,
  type ObjectFieldNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { buildContractSchema } from '../../graphql/schema.ts';
import type { ExpectedError, ExpectedResponse } from '../../cases/case.ts';
import { type AttributePath, type RequestTranslator, type SuiteDialect, isInReleases } from '../suite-dialect.ts';
import { type Release, releaseNumbers } from './release.ts';
import { readSchema } from './schema/read-schema.ts';

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

/** A document may use the names that every JavaScript object inherits, such as `toString`. */
const ownValue = <T>(values: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const renameNode = <T extends NamedTypeNode | ObjectFieldNode>(
  node: T,
  names: Record<string, string>,
): T | undefined => {
  const value = ownValue(names, node.name.value);
  return value === undefined ? undefined : { ...node, name: { ...node.name, value } };
};

/** Renames fields by coordinate; responses have the contract's names. */
function renameFields(document: DocumentNode, names: Record<string, string>): DocumentNode {
  if (Object.keys(names).length === 0) return document;
  const typeInfo = new TypeInfo(buildContractSchema());
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
    Object.entries(value).map(([name, each]) => [ownValue(names, name) ?? name, renameMembers(each, names)]),
  );
}

const localizedName = /^(title|description)([A-Z][a-z])$/;

/** Returns the contract's path of an attribute name in an error: `['title', 'en']` for `titleEn`. */
function parseAttributePath(name: string, paths: Record<string, AttributePath>): AttributePath {
  const [, field, locale] = localizedName.exec(name) ?? [];
  return field && locale ? [field, locale.toLowerCase()] : (ownValue(paths, name) ?? [name]);
}

const createTranslator = ({ typeNames, fieldNames, attributeNames, attributePaths }: Release): RequestTranslator => ({
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

/**
 * Until 0.31, refusals have no codes: what a viewer may not see or do is null, and a mutation of an unknown record is a server error.
 * See `refusalsWithoutCodes` in behaviors.ts.
 */
function withoutCode(error: ExpectedError, isMutation: boolean): ExpectedResponse {
  const { errorCode, path, data } = error;
  if (errorCode === 'ATTRIBUTE_VALIDATION_ERROR') return { errorCode: null, path, data };
  const isServerError = errorCode === null || errorCode === 'NOT_FOUND_ERROR' || errorCode === 'INVALID_LOCALE_ERROR';
  if (isMutation && path !== null && isServerError) return { status: [500] };
  return errorCode === null ? error : { data };
}

const releaseNames = releaseNumbers.map((number) => `decidim-${number}`);

/** Creates the suite's side of a release. */
export function createDecidimSuiteDialect(version: Release): SuiteDialect {
  let schema: GraphQLSchema | undefined;
  const hasCodes = isInReleases(
    { since: 'decidim-0.32' },
    { name: version.name, family: 'decidim', releases: releaseNames },
  );
  return {
    name: version.name,
    family: 'decidim',
    releases: releaseNames,
    readSchema: () => (schema ??= readSchema(version)),
    isAnonymous: version.isAnonymous,
    missingOperations: version.missingOperations,
    undo: version.undo,
    translator: createTranslator(version),
    ...(hasCodes ? {} : { responseInPlaceOf: withoutCode }),
  };
}

import { type NamedTypeNode, type ObjectFieldNode, visit } from 'graphql';
import { type ReleaseNumber, releaseNumbers } from '../dialect-name.ts';
import type { ExpectedError, ExpectedResponse } from '../expected-response.ts';
import {
  type AttributePath,
  type DialectNames,
  type RequestTranslator,
  type SuiteDialect,
  isInReleases,
} from '../suite-dialect.ts';
import type { Release } from './releases.ts';
import { sharedSchema, typeNamesOf } from './schema.ts';

/** The names of attributes, by the contract's names. */
const attributeNames = { appAccountabilityStatusId: 'decidimAccountabilityStatusId' };

/** The contract's paths of attributes that validation errors call by another name, by that name. */
const attributePaths = new Map<string, AttributePath>([
  ['internalState', ['state']],
  ['parent', ['parentId']],
  ['status', ['appAccountabilityStatusId']],
]);

/** A document may use the names that every JavaScript object inherits, such as `toString`. */
const renamed = (names: Record<string, string>, name: string): string =>
  Object.hasOwn(names, name) ? names[name]! : name;

const renameNode = <T extends NamedTypeNode | ObjectFieldNode>(
  { name, ...node }: T,
  names: Record<string, string>,
) => ({
  ...node,
  name: { ...name, value: renamed(names, name.value) },
});

function renameMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [renamed(attributeNames, name), renameMembers(each)]),
  );
}

const localizedName = /^(title|description)([A-Z][a-z])$/;

/** Returns the contract's path of an attribute name in an error: `['title', 'en']` for `titleEn`. */
function parseAttributePath(name: string): AttributePath {
  const [, field, locale] = localizedName.exec(name) ?? [];
  return field && locale ? [field, locale.toLowerCase()] : (attributePaths.get(name) ?? [name]);
}

const createTranslator = (number: ReleaseNumber): RequestTranslator => ({
  translateDocument(document) {
    const typeNames = typeNamesOf(number);
    return visit(document, {
      NamedType: (node) => renameNode(node, typeNames),
      ObjectField: (node) => renameNode(node, attributeNames),
    });
  },
  translateVariables: (variables) => renameMembers(variables) as Record<string, unknown>,
  parseRefusedAttributes: ({ message }) =>
    (Array.isArray(message) ? (message as { path: string[] }[]) : []).map(({ path: [, name = '', ...rest] }) => [
      ...parseAttributePath(name),
      ...rest,
    ]),
});

/** Until 0.31, refusals have no codes: what a viewer may not see or do is null, and a mutation of an unknown record is a server error. */
function withoutCode(error: ExpectedError, isMutation: boolean): ExpectedResponse {
  const { errorCode, path, data } = error;
  if (errorCode === 'ATTRIBUTE_VALIDATION_ERROR') return { errorCode: null, path, data };
  const isServerError = errorCode === null || errorCode === 'NOT_FOUND_ERROR' || errorCode === 'INVALID_LOCALE_ERROR';
  if (isMutation && path !== null && isServerError) return { status: [500] };
  return errorCode === null ? error : { data };
}

/** Creates the suite's side of a release. */
export function createDecidimSuiteDialect(release: Release): SuiteDialect {
  const releases = releaseNumbers.map((number) => `decidim-${number}`);
  const names: DialectNames = { name: release.name, family: 'decidim', releases };
  return {
    ...names,
    readSchema: () => sharedSchema(release),
    isAnonymous: release.isAnonymous,
    translator: createTranslator(release.number),
    ...(isInReleases({ until: 'decidim-0.31' }, names) && { responseInPlaceOf: withoutCode }),
  };
}

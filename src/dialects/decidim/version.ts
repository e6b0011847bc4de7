import type { IResolvers } from '@graphql-tools/utils';
import type { Behavior } from '../../contract/behavior.ts';
import type { AuthDirective } from '../../contract/directives.ts';
import type { AttributeValidator, Permissions } from '../../contract/server-dialect.ts';
import type { AttributePath, SuiteDialect } from '../../contract/suite-dialect.ts';

/** A file of the schema definition language. The first layer of a version is a whole schema; the others extend it. */
export interface SchemaLayer {
  file: URL;
  /** The types and fields of earlier layers that the version does not have, by coordinate. */
  removed?: string[];
}

/** The limits of a request; it gets an error if it exceeds one of them. */
export interface DecidimLimits {
  maxDepth: number;
  maxComplexity: number;
  /** The maximum number of records on a page, whatever `first` and `last` are. */
  maxPageSize: number;
  maxAliases: number;
  /** How often a field may occur within itself, the outermost one included. */
  maxRecursions: number;
}

/** Validates the attributes of one input type; locale maps that are not listed are not checked. */
export type AttributeRules = Omit<AttributeValidator, 'localeMaps'> & Partial<Pick<AttributeValidator, 'localeMaps'>>;

/** What the server does differently in one version. Every member adds to the earlier versions' members, or replaces them by name. */
export interface DecidimOverrides {
  /** By type and field. */
  resolvers?: IResolvers;
  /** Roles by schema coordinate; null removes the contract's `@auth`, so that only the permission decides. */
  auth?: Record<string, AuthDirective | null>;
  /** By schema coordinate. */
  permissions?: Permissions;
  /** By the name of the attributes' input type. */
  attributeRules?: Record<string, AttributeRules>;
  behavior?: Partial<Behavior>;
}

/** A version of Decidim, as data: everything else is the same in all versions. */
export interface DecidimVersion {
  /** The name of the dialect, such as `decidim-0.32`. */
  name: string;
  schema: SchemaLayer[];
  /** Where the schema differs from the contract, by coordinate: `absent`, another name, or `Contract → Version` types. */
  schemaDifferences: Record<string, string>;
  limits: DecidimLimits;
  /** Operations of the contract that the version does not have, by coordinate, with the reason. */
  missingOperations: Record<string, string>;
  /** The names of types, by the contract's names. */
  typeNames: Record<string, string>;
  /** The names of fields, by the contract's coordinates. Cases use the version's names below fields that the contract lacks. */
  fieldNames: Record<string, string>;
  /** The names of input attributes, by the contract's names. */
  attributeNames: Record<string, string>;
  /** The contract's paths of attributes that validation errors call by another name, by that name. */
  attributePaths: Record<string, AttributePath>;
  undo: SuiteDialect['undo'];
  /** Loads what the server does differently, the earliest version first. */
  overrides: (() => Promise<DecidimOverrides>)[];
}

const tables = [
  'schemaDifferences',
  'missingOperations',
  'typeNames',
  'fieldNames',
  'attributeNames',
  'attributePaths',
] as const satisfies (keyof DecidimVersion)[];
type Tables = Pick<DecidimVersion, (typeof tables)[number]>;

/** The differences between a version and the version that it is based on. In tables, null removes an entry. */
export interface VersionChanges extends Partial<{ [T in keyof Tables]: Record<string, Tables[T][string] | null> }> {
  name: string;
  schema: SchemaLayer;
  limits?: Partial<DecidimLimits>;
  undo?: DecidimVersion['undo'];
  overrides?: () => Promise<DecidimOverrides>;
}

/** Creates a version that is based on another. */
export function extendVersion(base: DecidimVersion, changes: VersionChanges): DecidimVersion {
  const changedTables = tables.map((table) => {
    const entries = Object.entries({ ...base[table], ...changes[table] });
    return [table, Object.fromEntries(entries.filter(([, value]) => value !== null))];
  });
  return {
    ...base,
    ...(Object.fromEntries(changedTables) as Tables),
    name: changes.name,
    schema: [...base.schema, changes.schema],
    limits: { ...base.limits, ...changes.limits },
    undo: { ...base.undo, ...changes.undo },
    overrides: [...base.overrides, ...(changes.overrides ? [changes.overrides] : [])],
  };
}

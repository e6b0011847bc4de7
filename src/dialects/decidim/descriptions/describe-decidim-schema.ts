import type { GraphQLSchema } from 'graphql';
import { commonDescriptions } from '../../../contract/common-descriptions.ts';
import { type Descriptions, describeSchema, readDescriptions } from '../../../contract/descriptions.ts';
import { kinds } from '../../../store/kinds.ts';
import { recordTypes } from '../resolvers/record-types.ts';
import type { DecidimVersion } from '../version.ts';
import { descriptions } from './descriptions.ts';

/** The descriptions of columns, by type and field. */
const columnDescriptions: Descriptions = Object.fromEntries(
  Object.entries(recordTypes).flatMap(([type, { kind }]) =>
    Object.entries(kinds[kind].schema.properties as Record<string, { description: string }>).map(
      ([field, { description }]) => [`${type}.${field}`, description.replace(/ Default: .*$/s, '')],
    ),
  ),
);

/** The descriptions of the contract, by the coordinates of a version. */
const contractDescriptions = (
  contract: GraphQLSchema,
  { typeNames }: Pick<DecidimVersion, 'typeNames'>,
): Descriptions =>
  Object.fromEntries(
    Object.entries(readDescriptions(contract)).map(([coordinate, description]) => [
      coordinate.replace(/^\w+/, (type) => typeNames[type] ?? type),
      description,
    ]),
  );

/**
 * Describes the schema of a version, in place: by the table of this folder, as the contract does, by what a name means everywhere,
 * or by the column of the record.
 */
export function describeDecidimSchema(
  schema: GraphQLSchema,
  contract: GraphQLSchema,
  version: Pick<DecidimVersion, 'typeNames'>,
): GraphQLSchema {
  describeSchema(schema, { ...commonDescriptions, ...contractDescriptions(contract, version), ...descriptions });
  return describeSchema(schema, columnDescriptions);
}

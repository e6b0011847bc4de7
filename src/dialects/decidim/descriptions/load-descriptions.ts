import { commonDescriptions } from '../../../contract/common-descriptions.ts';
import { type Descriptions, readDescriptions } from '../../../contract/descriptions.ts';
import { buildContractSchema } from '../../../contract/schema.ts';
import { kinds } from '../../../store/kinds.ts';
import { recordTypes } from '../resolvers/record-types.ts';
import type { Release } from '../release.ts';
import { descriptions } from './descriptions.ts';

/** The descriptions of columns, by type and field. */
const readColumnDescriptions = (): Descriptions =>
  Object.fromEntries(
    Object.entries(recordTypes).flatMap(([type, { kind }]) =>
      Object.entries(kinds[kind].schema.properties as Record<string, { description: string }>).map(
        ([field, { description }]) => [`${type}.${field}`, description.replace(/ Default: .*$/s, '')],
      ),
    ),
  );

/** The descriptions of the contract, by the coordinates of a version. */
const readContractDescriptions = ({ typeNames }: Pick<Release, 'typeNames'>): Descriptions =>
  Object.fromEntries(
    Object.entries(readDescriptions(buildContractSchema())).map(([coordinate, description]) => [
      coordinate.replace(/^\w+/, (type) => typeNames[type] ?? type),
      description,
    ]),
  );

/**
 * Returns the descriptions of a version: those of this folder, else of the contract, else what a name means everywhere; for the
 * rest, the descriptions of columns.
 */
export const loadDescriptions = (version: Pick<Release, 'typeNames'>): Descriptions[] => [
  { ...commonDescriptions, ...readContractDescriptions(version), ...descriptions },
  readColumnDescriptions(),
];

import { commonDescriptions, fieldDescriptions } from '../../../graphql/common-descriptions.ts';
import { type Descriptions, readDescriptions } from '../../../graphql/descriptions.ts';
import { buildContractSchema } from '../../../graphql/schema.ts';
import { withoutDefault } from '../../../records/define-kind.ts';
import { kinds } from '../../../records/kinds.ts';
import { recordTypes } from '../resolvers/record-types.ts';
import type { Release } from '../release.ts';
import { descriptions } from './descriptions.ts';

/** What the fields of a kind say, for the type of its records and for the input with their attributes. */
const readRecordDescriptions = (): Descriptions =>
  Object.fromEntries(
    Object.entries(recordTypes).flatMap(([type, { kind }]) =>
      Object.entries(kinds[kind].schema.properties).flatMap(([field, { description }]) =>
        [type, `${type}Attributes`].map((each) => [`${each}.${field}`, withoutDefault(String(description))]),
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
 * Returns the descriptions of a version: those of this folder, else of the contract; else of the records; else what a name means
 * everywhere.
 */
export const loadDescriptions = (version: Pick<Release, 'typeNames'>): Descriptions[] => [
  { ...readContractDescriptions(version), ...descriptions },
  readRecordDescriptions(),
  { ...fieldDescriptions, ...commonDescriptions },
];

import type { IResolvers } from '@graphql-tools/utils';
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { RequestContext } from '../../../graphql/context.ts';
import { resolveTaxonomies } from '../../../server/resolvers/taxonomies.ts';
import { fileFields, kinds } from '../../../records/kinds.ts';
import type { Kind, StoredFile } from '../../../records/records.ts';
import { diskPath } from '../values/file-addresses.ts';
import { attachmentCollections, attachments } from './attachments.ts';
import { authorOf } from './authors.ts';
import { commentFields } from './comments.ts';
import { coordinates } from './coordinates.ts';
import { followFields } from './follows.ts';
import { likeFields } from './likes.ts';
import { Connection } from './pagination.ts';
import { recordTypes } from './record-types.ts';
import { laterTypeNames } from '../schema.ts';
import { referenceTo } from './relations.ts';
import { versionFields } from './versions.ts';

type Resolvers = Record<string, unknown>;

/** The resolvers of each interface for the records of a kind. Fields that are columns need none. */
const interfaces: Record<string, (kind: Kind) => Resolvers> = {
  AttachableInterface: (kind) => ({ attachments: attachments(kind) }),
  AttachableCollectionInterface: (kind) => ({ attachmentCollections: attachmentCollections(kind) }),
  AuthorableInterface: () => ({ author: authorOf }),
  CommentableInterface: commentFields,
  FollowableInterface: followFields,
  LikeableInterface: likeFields,
  LocalizableInterface: () => ({ coordinates }),
  TaxonomizableInterface: () => ({ taxonomies: resolveTaxonomies }),
  TraceableInterface: versionFields,
};

/** Columns that most records lack are null then, or false, and never mocked. */
const optionalColumns = (kind: Kind): Resolvers => {
  const { properties, required } = kinds[kind].schema as unknown as {
    properties: Record<string, { type?: string }>;
    required: string[];
  };
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([field]) => !required.includes(field))
      .map(([field, { type }]) => {
        const absent = type === 'boolean' ? false : null;
        return [field, (record: Resolvers) => record[field] ?? absent];
      }),
  );
};

/** A picture of a record is the address of its file. */
const fileColumns = (kind: Kind): Resolvers =>
  Object.fromEntries(
    fileFields(kind).map((field) => [
      field,
      (record: Resolvers & { id: number }, _: unknown, { origin }: RequestContext) => {
        const file = (record[field] ?? null) as StoredFile | null;
        return file && `${origin}${diskPath(`${referenceTo(kind, record.id)}/${field}`, file)}`;
      },
    ]),
  );

/**
 * Creates the resolvers that follow from a schema: those of connections, and for types whose objects are records, those of
 * their columns and interfaces.
 */
export function createDeclaredResolvers(schema: GraphQLSchema): IResolvers {
  const resolvers: IResolvers = {};
  const laterNames = laterTypeNames();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const { name } = type;
    if (name.endsWith('Connection')) resolvers[name] = Connection;
    if (!Object.hasOwn(recordTypes, name)) continue;
    const { kind } = recordTypes[name]!;
    const fromInterfaces = type.getInterfaces().map((each) => interfaces[laterNames[each.name] ?? each.name]?.(kind));
    resolvers[name] = Object.assign(optionalColumns(kind), fileColumns(kind), ...fromInterfaces) as IResolvers[string];
  }
  return resolvers;
}

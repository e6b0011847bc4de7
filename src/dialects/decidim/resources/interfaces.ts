import type { IResolvers } from '@graphql-tools/utils';
import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import { SimulatedServerError } from '../../../errors.ts';
import { fileFields, findReferenceField, kindNames, kinds, referenceFields } from '../../../records/kinds.ts';
import type { Kind, RecordReference, StoredFile, User } from '../../../records/records.ts';
import { isRestricted, spaceReference } from '../../../resources/find-space.ts';
import { type Taxonomizable, resolveTaxonomies } from '../../../resources/taxonomies.ts';
import { recordUrl } from '../../../resources/urls.ts';
import type { Store } from '../../../store/store.ts';
import { type PlatformBehavior, type Resolver, forTypes, note } from '../resource.ts';
import { diskPath, privateDownloadPath, representationPath } from '../values/files.ts';
import { commentFields } from './comments.ts';
import { Connection, countLikes } from './lists.ts';
import { laterTypeNames, recordTypes } from '../record-types.ts';
import type { FieldResolvers, RecordResolvers, Resolve } from '../../../resources/resolver-types.ts';
import { authorOf, authorsOf, byNumber, findSpaceOf, isParticipant, referenceTo } from './relations.ts';
import { versionFields } from './versions.ts';

const findFollowerIds = (reference: RecordReference, store: Store): number[] =>
  store.where('follows', 'followable', reference).map(({ userId }) => userId);

/** `FollowableInterface`: a record also has the followers of its space. */
const followFields = (kind: Kind) =>
  ({
    followers({ id }, _, { store }) {
      const reference = referenceTo(kind, id);
      const space = findSpaceOf(reference, store);
      const references = [reference, ...(space ? [spaceReference(space)] : [])];
      const ids = new Set(references.flatMap((each) => findFollowerIds(each, store)));
      return store.findMany(
        'users',
        [...ids].toSorted((a, b) => a - b),
      );
    },
    followsCount: ({ id }, _, { store }) => findFollowerIds(referenceTo(kind, id), store).length,
  }) satisfies FieldResolvers<{ id: number }>;

/** `LikeableInterface`. */
export const likeFields = (kind: Kind) =>
  ({
    likes: ({ id }, _, { store }) => {
      const likes = store.where('likes', 'resource', referenceTo(kind, id));
      return store.findMany(
        'users',
        likes.map(({ userId }) => userId),
      );
    },
    likesCount: ({ id }, _, { store }) => countLikes(kind, id, store),
  }) satisfies FieldResolvers<{ id: number }>;

/** `coordinates` of `LocalizableInterface`: an object even without a position; its non-null fields then report an error. */
export const coordinates = ({ latitude = null, longitude = null }: Partial<Record<string, number | null>>) => ({
  latitude,
  longitude,
});

/** The resolvers of each interface for the records of a kind. Fields that are columns need none. */
const interfaces: Record<string, (kind: Kind) => FieldResolvers<never>> = {
  AuthorableInterface: () => ({ author: authorOf }),
  CommentableInterface: commentFields,
  FollowableInterface: followFields,
  LikeableInterface: likeFields,
  LocalizableInterface: () => ({ coordinates }),
  TaxonomizableInterface: () => ({ taxonomies: resolveTaxonomies }),
  TraceableInterface: versionFields,
};

const Attachment = {
  contentType: ({ file }) => file?.contentType ?? 'text/uri-list',
  fileSize: ({ file }) => String(file?.bytes ?? 0),
  /** Only pictures have one. */
  thumbnail: ({ id, file }) =>
    file?.contentType.startsWith('image/') ? representationPath(`${referenceTo('attachments', id)}/file`, file) : null,
  /** The ending of the file. */
  type: ({ file }) => (file ? file.name.split('.').at(-1)! : 'link'),
  /** A path in a restricted space. */
  url({ id, attachedTo, link, file }, _, { store, origin }) {
    if (!file) return link;
    const reference = `${referenceTo('attachments', id)}/file` as const;
    const space = findSpaceOf(attachedTo, store);
    return space && isRestricted(space) ? privateDownloadPath(reference) : `${origin}${diskPath(reference, file)}`;
  },
} satisfies RecordResolvers<'attachments'>;

const kindsWithTaxonomies = kindNames.filter((kind) => 'taxonomyIds' in kinds[kind].schema.properties);

const Taxonomy = {
  /** The number of records that have this taxonomy itself, not one below it. */
  taxonomizationsCount: ({ id }, _, { store }) =>
    kindsWithTaxonomies.flatMap((kind) =>
      (store.all(kind) as readonly Taxonomizable[]).filter(({ taxonomyIds = [] }) => taxonomyIds.includes(id)),
    ).length,
} satisfies RecordResolvers<'taxonomies'>;

export const resolvers = { Attachment, Taxonomy };

type AnyRecord = Record<string, unknown> & { id: number };

/** Columns that most records lack are null then, or false, and never mocked. */
const optionalColumns = (kind: Kind): FieldResolvers<AnyRecord> => {
  const { properties, required } = kinds[kind].schema as unknown as {
    properties: Record<string, { type?: string }>;
    required: string[];
  };
  const optional = Object.entries(properties).filter(([field]) => !required.includes(field));
  return Object.fromEntries(
    optional.map(([field, { type }]) => [field, (record) => record[field] ?? (type === 'boolean' ? false : null)]),
  );
};

/** A picture of a record is the address of its file. */
const fileColumns = (kind: Kind): FieldResolvers<AnyRecord> =>
  Object.fromEntries(
    fileFields(kind).map((field) => [
      field,
      (record, _, { origin }) => {
        const file = (record[field] ?? null) as StoredFile | null;
        return file && `${origin}${diskPath(`${referenceTo(kind, record.id)}/${field}`, file)}`;
      },
    ]),
  );

/**
 * Creates the resolver of a field with another record or a list of them, if a column of one refers to the other, and that of the URL
 * of a record in a component.
 */
function createRelation(kind: Kind, { name, type }: GraphQLField<unknown, unknown>): Resolve<never> | undefined {
  if (name === 'url' && 'componentId' in kinds[kind].schema.properties) return recordUrl(kind);
  const typeName = getNamedType(type).name;
  const shown = Object.hasOwn(recordTypes, typeName) ? recordTypes[typeName]!.kind : undefined;
  const isList = isListType(getNullableType(type));
  const named = referenceFields(kind).find((field) => field.name === `${name}Id`);
  const own = named ?? (shown && findReferenceField(kind, shown));
  const target = named?.kinds[0] ?? shown;
  if (!target) return undefined;
  if (own && !isList)
    return (record: AnyRecord, _, { store }) => store.find(target, (record[own.name] ?? null) as number | null) ?? null;
  const reference = findReferenceField(target, kind);
  if (!reference) return undefined;
  const order = ['position', 'weight'].find((each) => each in kinds[target].schema.properties);
  return ({ id }: AnyRecord, _, { store }) => {
    const found = store.where(target, reference.name, reference.kinds.length > 1 ? referenceTo(kind, id) : id);
    if (!isList) return found[0] ?? null;
    return order ? found.toSorted(byNumber(order) as never) : found;
  };
}

/** Creates the resolvers of the fields that show how records are related, for types whose objects are records. */
export function createRelations(schema: GraphQLSchema): IResolvers {
  const relations: Record<string, Record<string, Resolve<never>>> = {};
  for (const [name, { kind }] of Object.entries(recordTypes)) {
    const type = schema.getType(name);
    for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
      const resolve = createRelation(kind, field);
      if (resolve) (relations[name] ??= {})[field.name] = resolve;
    }
  }
  return relations;
}

/**
 * Creates the resolvers that follow from a schema: those of connections, and for types whose objects are records, those of
 * their columns and interfaces.
 */
export function createDeclaredResolvers(schema: GraphQLSchema): IResolvers {
  const declared: IResolvers = {};
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const { name } = type;
    if (name.endsWith('Connection')) declared[name] = Connection;
    if (!Object.hasOwn(recordTypes, name)) continue;
    const { kind } = recordTypes[name]!;
    const fromInterfaces = type
      .getInterfaces()
      .map((each) => interfaces[laterTypeNames[each.name] ?? each.name]?.(kind));
    declared[name] = Object.assign(optionalColumns(kind), fileColumns(kind), ...fromInterfaces) as IResolvers[string];
  }
  return declared;
}

/** A resolver of users that is a server error if an API user is among them: such a user has no type. */
const failForApiUsers =
  (resolve: Resolver): Resolver =>
  (...args) => {
    const found = resolve(...args) as User | Error | null | (User | Error)[];
    if ([found].flat().some((each) => each !== null && !(each instanceof Error) && !isParticipant(each)))
      throw new SimulatedServerError('an API user has no type');
    return found;
  };

const authorsArePeople = forTypes('Comment Debate Meeting Post', {
  author: failForApiUsers(authorOf as Resolver),
});

const likesOf = (kind: Kind) => ({ likes: failForApiUsers(likeFields(kind).likes as Resolver) });

const listsOfPeople = {
  Debate: likesOf('debates'),
  Post: likesOf('posts'),
  Proposal: { ...likesOf('proposals'), authors: failForApiUsers(authorsOf as Resolver) },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // API users began with 0.31, where `Author` has no type for them.
  authorsArePeople: {
    since: '0.31',
    until: '0.31',
    resolvers: authorsArePeople,
    notes: [
      note(
        'is status 500 if the author is an API user',
        'Comment.author',
        'Debate.author',
        'Meeting.author',
        'Post.author',
      ),
    ],
  },
  // They like and propose in 0.31, where a list of them has the same defect.
  listsOfPeople: {
    since: '0.31',
    until: '0.31',
    resolvers: listsOfPeople,
    notes: [
      note(
        'is status 500 if an API user is among them',
        'Debate.likes',
        'Post.likes',
        'Proposal.authors',
        'Proposal.likes',
      ),
    ],
  },
};

import type { Behavior } from '../../graphql/behavior.ts';
import type { CreateAttributeValidator } from '../../graphql/guards.ts';
import type { ServerDialect } from '../../server/dialect.ts';
import type { Visibility } from '../../graphql/visibility.ts';
import type { Comment, Kind } from '../../records/records.ts';
import { isThreadVisible, visible, visibleTypes } from '../../resources/visible.ts';
import { behaviors, behaviorsOf, mergeMember } from './behaviors.ts';
import type { AttributeRules } from './resource.ts';
import { resources } from './resources/resources.ts';
import { createDecidimSchema } from './executable-schema.ts';
import { createDecidimExecutor } from './executor.ts';
import { createDecidimHttp } from './http/endpoints.ts';
import type { Release } from './releases.ts';
import { referenceTo } from './resources/relations.ts';
import { recordTypes } from './record-types.ts';
import { createMemberCheck } from './town-members.ts';

const createVisibility = (ofRelease: Visibility['refusals']): Visibility => ({
  visible: {
    ...Object.fromEntries(Object.entries(recordTypes).map(([type, { kind }]) => [type, visible(kind)])),
    ...visibleTypes,
    // Deleted and hidden comments can be voted for, and drafts and hidden records have new comments.
    CommentMutation: (comment: Comment, context) => isThreadVisible(comment.commentable, context),
    CommentableMutation: ({ kind, id }: { kind: Kind; id: number }, context) =>
      isThreadVisible(referenceTo(kind, id), context),
  },
  listRecordTypes: (schema) => Object.keys(recordTypes).filter((type) => schema.getType(type)),
  refusals: ofRelease,
});

/** Creates the attribute validators of a release; attributes without rules are valid. */
const createAttributeRules =
  (rules: Record<string, AttributeRules>): CreateAttributeValidator =>
  (_, { name }) => ({ localeMaps: [], ...(rules[name] ?? { validate: () => undefined }) });

/** Creates the server side of a release, with its behaviors of a table. */
export function createDecidimServerDialect(release: Release, table = behaviors): ServerDialect {
  const own = behaviorsOf(release.number, table);
  const all = [...resources, ...own];
  const behavior = { maxPageSize: release.limits.maxPageSize, ...mergeMember(all, 'behavior') } as Behavior;
  const resolvers = own.map((each) => each.resolvers ?? {});
  return {
    release: release.name,
    ...(release.town !== undefined && { checkAddedMember: createMemberCheck(release) }),
    createSchema: (mockMode) => createDecidimSchema(release, mockMode, { resolvers, auth: mergeMember(own, 'auth') }),
    visibility: createVisibility(mergeMember(all, 'refusals')),
    permissions: mergeMember(all, 'permissions'),
    attributeRules: createAttributeRules(mergeMember(all, 'attributeRules')),
    behavior,
    createExecutor: (schema, authorize) =>
      createDecidimExecutor(schema, authorize, release.limits, mergeMember(own, 'execution')),
    http: createDecidimHttp(mergeMember(own, 'http'), behavior),
  };
}

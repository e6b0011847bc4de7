import type { ServerDialect } from '../server-dialect.ts';
import { decidimBehavior } from './behavior.ts';
import type { Visibility } from '../../graphql/visibility.ts';
import type { Comment, Kind } from '../../records/records.ts';
import { isThreadVisible, visible, visibleTypes } from '../../resources/visible.ts';
import { type DecidimOverrides, behaviors, behaviorsOf, mergeMember } from './behaviors.ts';
import { createDecidimSchema } from './executable-schema.ts';
import { createDecidimExecutor } from './executor.ts';
import { createAttributeRules } from './forms/attribute-rules.ts';
import { createDecidimHttp } from './http/endpoints.ts';
import { decidimPermissions } from './permissions.ts';
import type { Release } from './releases.ts';
import { referenceTo } from './resources/relations.ts';
import { recordTypes } from './record-types.ts';
import { createMemberCheck } from './town-members.ts';

/** What fields show in place of records that the viewer may not see, since the newest release. */
const refusals: DecidimOverrides['refusals'] = {
  'Assembly.children': 'leftOut',
  'ParticipatoryProcessGroup.participatoryProcesses': 'leftOut',
  'ProposalsMutation.proposal': 'notFound',
  'Query.users': 'leftOut',
};

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

/** Creates the server side of a release, with its behaviors of a table. */
export function createDecidimServerDialect(release: Release, table = behaviors): ServerDialect {
  const own = behaviorsOf(release.number, table);
  const resolvers = own.map((each) => each.resolvers ?? {});
  return {
    release: release.name,
    ...(release.town !== undefined && { checkAddedMember: createMemberCheck(release) }),
    createSchema: (mockMode) => createDecidimSchema(release, mockMode, { resolvers, auth: mergeMember(own, 'auth') }),
    visibility: createVisibility({ ...refusals, ...mergeMember(own, 'refusals') }),
    permissions: { ...decidimPermissions, ...mergeMember(own, 'permissions') },
    attributeRules: createAttributeRules(mergeMember(own, 'attributeRules')),
    behavior: { ...decidimBehavior, maxPageSize: release.limits.maxPageSize, ...mergeMember(own, 'behavior') },
    createExecutor: (schema, authorize) =>
      createDecidimExecutor(schema, authorize, release.limits, mergeMember(own, 'execution')),
    http: createDecidimHttp(mergeMember(own, 'http')),
  };
}

import type { RequestContext } from '../graphql/context.ts';
import type { Visible } from '../graphql/visibility.ts';
import { kinds, parseRecordReference } from '../records/kinds.ts';
import type { Kind, RecordReference, Records } from '../records/records.ts';
import { componentTypes } from './components.ts';
import { type Space, findSpace, isRestricted, spaceReference } from './find-space.ts';
import type { Store } from '../store/store.ts';

/** Whether the moderators have hidden a record. */
export const isHidden = (kind: Kind, id: number, store: Store): boolean =>
  store.highestId('moderations') > 0 &&
  store.where('moderations', 'reportable', `${kind}/${id}`).some(({ hiddenAt }) => hiddenAt !== null);

const isMember = (space: Space, { store, viewer }: RequestContext): boolean => {
  const reference = spaceReference(space);
  return store.where('members', 'userId', viewer?.id ?? 0).some((member) => member.space === reference);
};

/** Administrators see every space, others those that are published, and restricted ones if they are members. */
export const isSpaceVisible = (space: Space, context: RequestContext): boolean =>
  context.viewer?.admin === true || (space.publishedAt !== null && (!isRestricted(space) || isMember(space, context)));

/** What is in a restricted space is for its members who are people: API users see the space alone. */
const isInsideVisible = (space: Space, context: RequestContext): boolean =>
  isSpaceVisible(space, context) &&
  (!isRestricted(space) || context.viewer?.admin === true || context.viewer?.key === null);

/** Administrators see components that are not published, too. */
const isComponentVisible = (component: Records['components'], context: RequestContext): boolean =>
  (component.publishedAt !== null || context.viewer?.admin === true) &&
  isInsideVisible(findSpace(component, context.store), context);

/** A list asks once for the component that its records have in common. No mutation changes what this depends on. */
const visibleComponents = new WeakMap<RequestContext, Map<number, boolean>>();

function isInVisibleComponent({ componentId }: { componentId: number }, context: RequestContext): boolean {
  let known = visibleComponents.get(context);
  if (!known) visibleComponents.set(context, (known = new Map()));
  let isVisible = known.get(componentId);
  if (isVisible === undefined)
    known.set(componentId, (isVisible = isComponentVisible(context.store.get('components', componentId), context)));
  return isVisible;
}

/** Others see a private meeting only if it is transparent. */
function isOpenFor({ id, authorId, privateMeeting, transparent = true }: Records['meetings'], context: RequestContext) {
  const { store, viewer } = context;
  if (!privateMeeting || transparent || viewer?.admin === true) return true;
  const isRegistered = store.where('registrations', 'meetingId', id).some(({ userId }) => userId === viewer?.id);
  return viewer !== null && (authorId === viewer.id || isRegistered);
}

type Rule<K extends Kind> = (record: Records[K], context: RequestContext) => boolean;

const isMeetingReadable: Rule<'meetings'> = (meeting, context) =>
  (context.viewer?.admin === true || !isHidden('meetings', meeting.id, context.store)) && isOpenFor(meeting, context);

/** What a thread is about can be unpublished, a meeting only for administrators, but neither hidden nor closed to the viewer. */
function isCommentableReadable(reference: RecordReference, context: RequestContext): boolean {
  const { kind, id } = parseRecordReference(reference);
  if (kind === 'meetings') {
    const meeting = context.store.get(kind, id);
    return (meeting.publishedAt !== null || context.viewer?.admin === true) && isMeetingReadable(meeting, context);
  }
  return kind === 'comments' || !isHidden(kind, id, context.store);
}

/** Whether the record that a comment is about, at the top of its thread, is in a visible component. */
export function isThreadVisible(reference: RecordReference, context: RequestContext): boolean {
  const { store } = context;
  const { kind, id } = parseRecordReference(reference);
  if (kind === 'comments') return isThreadVisible(store.get(kind, id).commentable, context);
  const record = store.find(kind, id) as { componentId?: number; budgetId?: number };
  const componentId = record.componentId ?? store.get('budgets', record.budgetId!).componentId;
  return isInVisibleComponent({ componentId }, context);
}

const rules: { [K in Kind]?: Rule<K> } = {
  agendas: (agenda) => agenda.visible,
  agendaItems: ({ agendaId }, { store }) => store.get('agendas', agendaId).visible,
  budgets: isInVisibleComponent,
  comments: (comment, context) =>
    (comment.deletedAt ?? null) === null &&
    !isHidden('comments', comment.id, context.store) &&
    isCommentableReadable(comment.commentable, context) &&
    isThreadVisible(comment.commentable, context),
  components: isComponentVisible,
  debates: (debate, context) => !isHidden('debates', debate.id, context.store) && isInVisibleComponent(debate, context),
  meetings: (meeting, context) =>
    meeting.publishedAt !== null && isMeetingReadable(meeting, context) && isInVisibleComponent(meeting, context),
  pages: isInVisibleComponent,
  posts: (post, context) => !isHidden('posts', post.id, context.store) && isInVisibleComponent(post, context),
  projects: ({ id, budgetId }, context) =>
    !isHidden('projects', id, context.store) && isInVisibleComponent(context.store.get('budgets', budgetId), context),
  proposals: (proposal, context) =>
    proposal.publishedAt !== null &&
    !isHidden('proposals', proposal.id, context.store) &&
    isInVisibleComponent(proposal, context),
  proposalStates: isInVisibleComponent,
  results: isInVisibleComponent,
  statuses: isInVisibleComponent,
  surveys: isInVisibleComponent,
  users: ({ blocked, unconfirmed, deletedAt = null }) => !blocked && !unconfirmed && deletedAt === null,
};

/** The kinds whose deleted records the platform still finds: others may not see them. */
const kindsThatStay = new Set<Kind>(['comments', 'users']);

/** The rule of a kind of record; null if everybody may see all of them. */
export function visible(kind: Kind): Visible | null {
  const rule = rules[kind] as Visible | undefined;
  if (!('deletedAt' in kinds[kind].schema.properties) || kindsThatStay.has(kind)) return rule ?? null;
  return (record: { deletedAt?: string | null }, context) =>
    (record.deletedAt ?? null) !== null ? 'gone' : (rule?.(record, context) ?? true);
}

/** The rules of the types that have records in every dialect. */
export const visibleTypes: Readonly<Record<string, Visible | null>> = {
  ...Object.fromEntries(componentTypes.map((type) => [type, visible('components')])),
  Assembly: isSpaceVisible,
  Budget: visible('budgets'),
  Meeting: visible('meetings'),
  ParticipatoryProcess: isSpaceVisible,
  ParticipatorySpace: isSpaceVisible,
  Project: visible('projects'),
  Proposal: visible('proposals'),
  // A hidden proposal has no mutations.
  ProposalMutation: visible('proposals'),
  Result: visible('results'),
  Status: visible('statuses'),
  Taxonomy: visible('taxonomies'),
  User: visible('users'),
};

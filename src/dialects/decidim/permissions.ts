import type { RequestContext } from '../../graphql/context.ts';
import type { Permissions } from '../server-dialect.ts';
import { SimulatedServerError } from '../../errors.ts';
import { findSpace, isAssembly, spaceReference } from '../../resources/find-space.ts';
import type { Component, Debate, Meeting, Proposal } from '../../records/records.ts';

/** How long after its last change an author may edit a proposal. */
const editableMinutes = 5;

const isAuthor = ({ authorId }: Meeting | Debate, { viewer }: RequestContext): boolean =>
  viewer !== null && authorId === viewer.id;

const minutesSince = (time: string, { store }: RequestContext): number =>
  (store.parseDateTime(store.now()) - store.parseDateTime(time)) / 60_000;

const isWithdrawn = ({ withdrawnAt = null }: Meeting): boolean => withdrawnAt !== null;

const isOver = ({ endTime }: Meeting, context: RequestContext): boolean => minutesSince(endTime, context) > 0;

// Permissions check the stored record, because an earlier field of the same document can have changed it.

const forAuthorOfMeeting =
  (isAllowed: (meeting: Meeting, context: RequestContext) => boolean) =>
  ({ id }: Meeting, context: RequestContext): boolean => {
    const meeting = context.store.get('meetings', id);
    return isAuthor(meeting, context) && isAllowed(meeting, context);
  };

/** The author may change a debate until it is closed; administrators may not. */
const isAuthorOfOpenDebate = ({ id }: Debate, context: RequestContext): boolean => {
  const debate = context.store.get('debates', id);
  return isAuthor(debate, context) && debate.closedAt === null;
};

/** Only administrators and members, who are people, take part in a transparent space. */
export const mayTakePart = (component: Component, { store, viewer }: RequestContext): boolean => {
  const space = findSpace(component, store);
  if (viewer?.admin || !isAssembly(space) || space.access !== 'transparent') return true;
  const reference = spaceReference(space);
  return store.where('members', 'userId', viewer?.id ?? 0).some((member) => member.space === reference);
};

const forProposal =
  (isAllowed: (proposal: Proposal, context: RequestContext) => boolean) =>
  ({ id }: Proposal, context: RequestContext): boolean =>
    isAllowed(context.store.get('proposals', id), context);

function isVotingOn({ componentId }: Proposal, { store }: RequestContext): boolean {
  const { votesEnabled = false, votesBlocked = false } = store.get('components', componentId).settings;
  return votesEnabled && !votesBlocked;
}

interface CloseMeetingArguments {
  input: { attributes: { closedAt?: string | null } };
}

const mayClose = forAuthorOfMeeting(
  (meeting, context) => isOver(meeting, context) && meeting.closedAt === null && !isWithdrawn(meeting),
);

/** The permissions that all releases have in addition to the contract's `@auth`. */
export const decidimPermissions: Permissions = {
  'DebateMutation.close': isAuthorOfOpenDebate,
  'DebateMutation.update': isAuthorOfOpenDebate,
  'DebatesMutation.createDebate': (component: Component, context) =>
    component.settings.creationEnabled && mayTakePart(component, context),
  'MeetingMutation.close': (meeting: Meeting, context, { input }: CloseMeetingArguments) => {
    // The platform parses the time before it checks the permission.
    if (input.attributes.closedAt === null) throw new SimulatedServerError('closedAt is null');
    return mayClose(meeting, context);
  },
  'MeetingMutation.update': forAuthorOfMeeting(({ closedAt }) => closedAt === null),
  'MeetingMutation.withdraw': forAuthorOfMeeting(
    (meeting, context) => !isWithdrawn(meeting) && !isOver(meeting, context),
  ),
  'ProposalMutation.update': forProposal(
    ({ authorIds, state, updatedAt }, context) =>
      authorIds[0] === context.viewer?.id && state === null && minutesSince(updatedAt, context) < editableMinutes,
  ),
  'ProposalMutation.withdraw': forProposal(
    ({ authorIds, withdrawnAt }, { viewer }) =>
      viewer !== null && withdrawnAt === null && authorIds.includes(viewer.id),
  ),
  'ProposalMutation.unvote': isVotingOn,
  'ProposalMutation.vote': isVotingOn,
  'ProposalsMutation.createProposal': ({ settings }: Component) => settings.creationEnabled,
};

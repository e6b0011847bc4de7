import type { RequestContext } from '../../contract/request-context.ts';
import { SimulatedServerError } from '../../errors.ts';
import type { Permissions } from '../../contract/server-dialect.ts';
import type { Component, Meeting, Proposal } from '../../store/records.ts';

/** Minutes after its last change in which an author may edit a proposal. */
const editable = 5;

const wrote = ({ authorId }: Meeting, { viewer }: RequestContext): boolean => viewer !== null && authorId === viewer.id;

const minutesSince = (moment: string, { store }: RequestContext): number =>
  (store.parseDateTime(store.now()) - store.parseDateTime(moment)) / 60_000;

const isStanding = ({ withdrawnAt = null }: Meeting): boolean => withdrawnAt === null;

const isOver = ({ endTime }: Meeting, context: RequestContext): boolean => minutesSince(endTime, context) > 0;

// As it is now: an earlier field of the same document may have changed it.
const meeting =
  (may: (meeting: Meeting, context: RequestContext) => boolean) =>
  ({ id }: Meeting, context: RequestContext): boolean => {
    const record = context.store.find('meetings', id)!;
    return wrote(record, context) && may(record, context);
  };

/** `CloseMeetingAttributes`, as far as they are looked at before the viewer is. */
interface Closing {
  input: { attributes: { closedAt?: string | null } };
}

const mayClose = meeting(
  (record, context) => isOver(record, context) && record.closedAt === null && isStanding(record),
);

const proposal =
  (may: (proposal: Proposal, context: RequestContext) => boolean) =>
  ({ id }: Proposal, context: RequestContext): boolean =>
    may(context.store.find('proposals', id)!, context);

/** Who may run the mutations, where that is not the contract's to say. */
export const permissions: Permissions = {
  'MeetingMutation.close': (record: Meeting, context, { input }: Closing) => {
    // The platform reads the time before it looks at the viewer.
    if (input.attributes.closedAt === null) throw new SimulatedServerError('null is not a date and time');
    return mayClose(record, context);
  },
  'MeetingMutation.update': meeting(({ closedAt }) => closedAt === null),
  'MeetingMutation.withdraw': meeting((record, context) => isStanding(record) && !isOver(record, context)),
  'ProposalMutation.update': proposal(
    ({ authorIds, state, updatedAt }, context) =>
      authorIds[0] === context.viewer?.id && state === null && minutesSince(updatedAt, context) < editable,
  ),
  'ProposalMutation.withdraw': proposal(
    ({ authorIds, withdrawnAt }, { viewer }) =>
      viewer !== null && withdrawnAt === null && authorIds.includes(viewer.id),
  ),
  // Votes are a setting that no component of the stand-in has.
  'ProposalMutation.unvote': () => false,
  'ProposalMutation.vote': () => false,
  'ProposalsMutation.createProposal': ({ settings }: Component) => settings.creationEnabled,
};

import type { RequestContext } from '../../../contract/request-context.ts';
import type { Proposal } from '../../../store/records.ts';

/** The states that an answer gives, in the order in which each proposals component is given them. */
const states = [
  { state: 'evaluating', title: 'Evaluating', bgColor: '#FFF1E5', textColor: '#BC4C00' },
  { state: 'accepted', title: 'Accepted', bgColor: '#E3FCE9', textColor: '#15602C' },
  { state: 'rejected', title: 'Rejected', bgColor: '#FFEBE9', textColor: '#D1242F' },
] as const;

/** `Proposal.proposalState`: the state of an answered proposal. Components number theirs on from those of the one before. */
export function resolveProposalState({ state, componentId }: Proposal, _: unknown, { store }: RequestContext) {
  const position = states.findIndex((each) => each.state === state);
  if (position < 0) return null;
  const components = store.all('components').filter(({ kind }) => kind === 'proposals');
  const before = components.filter(({ id }) => id < componentId).length;
  const { title, ...colors } = states[position]!;
  return {
    ...colors,
    id: before * states.length + position + 1,
    title: { en: title },
    proposalsCount: () =>
      store.where('proposals', 'componentId', componentId).filter((each) => each.state === state).length,
  };
}

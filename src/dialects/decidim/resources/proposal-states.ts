import { defaultStates } from '../../../records/platform-values.ts';
import type { Proposal, ProposalState } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';

/** The titles, announcements and colours of the default states. */
const labels: Record<string, [title: string, announcementTitle: string, bgColor: string, textColor: string]> = {
  evaluating: ['Evaluating', 'This proposal is being evaluated', '#FFF1E5', '#BC4C00'],
  accepted: ['Accepted', 'This proposal has been accepted because:', '#E3FCE9', '#15602C'],
  rejected: ['Rejected', 'This proposal has been rejected because:', '#FFEBE9', '#D1242F'],
};

/** The states that answers can give to the proposals of a component. The ids of default states continue from one component to the next. */
export function findProposalStates(componentId: number, store: Store): readonly ProposalState[] {
  const stored = store.where('proposalStates', 'componentId', componentId);
  if (stored.length > 0) return stored;
  const before = store.all('components').filter(({ id, kind }) => kind === 'proposals' && id < componentId).length;
  const firstId = store.highestId('proposalStates') + before * defaultStates.length + 1;
  return defaultStates.map((token, index) => {
    const [title, announcementTitle, bgColor, textColor] = labels[token]!;
    return {
      id: firstId + index,
      componentId,
      token,
      title: { en: title },
      announcementTitle: { en: announcementTitle },
      bgColor,
      textColor,
    };
  });
}

/** Whether the answer of a proposal is public. */
export const isAnswerPublished = ({ state, isAnswerUnpublished = false }: Proposal): boolean =>
  state !== null && !isAnswerUnpublished;

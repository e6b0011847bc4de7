import { textOf } from '../../src/client/json-value.ts';
import { defaultStates } from '../../src/records/default-states.ts';
import type { WorldBuilder } from './world-builder.ts';

/** `Under way` as the platform names a state in programs: `under_way`. */
const tokenOf = (title: unknown): string =>
  (textOf(Object.values(title ?? {})[0]) || 'state').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');

/** The states of proposals, and the default ones that no proposal has. An answer whose state only shows here is not published. */
export function addProposalStates(world: WorldBuilder): void {
  for (const [proposalId, stateId] of world.stateOfProposal) {
    const proposal = world.find('proposals', proposalId)!;
    const state = world.find('proposalStates', stateId);
    const { title, ...rest } = world.proposalStates.get(stateId)!;
    const token = (proposal['answeredAt'] ? proposal['state'] : undefined) ?? state?.['token'];
    world.put('proposalStates', { ...rest, id: stateId, title, token, componentId: proposal['componentId'] });
  }
  for (const state of world.all('proposalStates')) state['token'] ??= tokenOf(state['title']);
  const tokens = new Map<unknown, Set<unknown>>();
  for (const { componentId, token } of world.all('proposalStates'))
    tokens.set(componentId, (tokens.get(componentId) ?? new Set()).add(token));
  for (const [componentId, ofComponent] of tokens) {
    for (const token of defaultStates)
      if (!ofComponent.has(token))
        world.add('proposalStates', {
          token,
          componentId,
          title: { [world.locale]: token },
          bgColor: '#F6F8FA',
          textColor: '#4B5058',
        });
  }
  for (const [proposalId, stateId] of world.stateOfProposal) {
    const proposal = world.find('proposals', proposalId)!;
    const { token } = world.find('proposalStates', stateId)!;
    if (proposal['state'] === null) world.put('proposals', { id: proposalId, state: token, isAnswerUnpublished: true });
  }
}

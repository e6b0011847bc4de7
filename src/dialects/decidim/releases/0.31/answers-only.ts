import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../../../graphql/context.ts';
import { Refusal, SimulatedServerError } from '../../../../errors.ts';
import { resolveMutationComponent } from '../../../../server/resolvers/components.ts';
import { answerAttributes } from '../../forms/attribute-rules.ts';
import type { DecidimOverrides } from '../../overrides.ts';

/** `Mutation.component`: fails for a component that no mutation can use. */
function resolveComponent(_: unknown, args: { id: string }, context: RequestContext, info: GraphQLResolveInfo) {
  try {
    return resolveMutationComponent(_, args, context, info);
  } catch (error) {
    throw error instanceof Refusal ? new SimulatedServerError(error.message) : error;
  }
}

/** The only mutation of a component is `answer`, whose attributes have the name that 0.32 gives to those of a proposal. */
export const overrides: DecidimOverrides = {
  resolvers: { Mutation: { component: resolveComponent } },
  attributeRules: { ProposalAttributes: answerAttributes },
};

import { type GraphQLInputObjectType, buildSchema } from 'graphql';
import { readContractSdl } from '../../../src/graphql/schema.ts';
import { mutationNotAuthorized, notFound, unauthorizedObject } from '../../../src/errors.ts';
import { createConstraintValidator } from '../../../src/server/constraints.ts';
import { validateAttributes } from '../../../src/graphql/guards.ts';
import { firstErrorCode, mapResult } from '../executor-transforms.ts';
import { type ExecutorWrapper, type Mutant, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { onErrorCode, operationCoordinate, wrapField } from '../transforms.ts';

const schema = buildSchema(readContractSdl());
const validator = createConstraintValidator(schema, schema.getType('MeetingAttributes') as GraphQLInputObjectType);
const attributesBeforeLocale = wrapField(
  operationCoordinate('create-meeting'),
  onErrorCode('INVALID_LOCALE_ERROR', (error, _, source, { input }, context) => {
    validateAttributes(validator, source, { ...input, locale: 'en' }, context);
    throw error;
  }),
);

const attributesFirst = wrapField(operationCoordinate('create-meeting'), (resolve) => (source, args, context, info) => {
  validateAttributes(validator, source, { ...args['input'], locale: 'en' }, context);
  return resolve(source, args, context, info);
});

const tokenBeforeCoercion: ExecutorWrapper = (executor) => ({
  ...executor,
  run: (request, context) =>
    !context.viewer && request.query.trimStart().startsWith('mutation')
      ? { errors: [unauthorizedObject('Mutation')], data: null }
      : executor.run(request, context),
});

const componentBeforeToken = mapResult((body, { variables }, { store }) => {
  const isUnknown = !store.find('components', String(variables?.['componentId']));
  if (!isUnknown || firstErrorCode(body) !== 'UNAUTHORIZED_OBJECT_ERROR') return body;
  return { errors: [{ ...notFound('ComponentMutation').toJSON(), path: ['component'] }], data: null };
});

const roleBeforeProposal: ResolverWrapper = (resolve) => (source, args, context, info) => {
  if (!context.viewer?.admin) throw mutationNotAuthorized();
  return resolve(source, args, context, info);
};

/** Servers that check a request in another order. */
export const checkOrderMutants: Mutant[] = [
  mutant('the token is checked before coercion', 'update-meeting/coercion-before-token', {
    executor: tokenBeforeCoercion,
  }),
  mutant('the component is looked up before the token', 'create-result/anonymous-before-component', {
    executor: componentBeforeToken,
  }),
  mutant('the role is checked before the proposal is looked up', 'answer/unknown-proposal-before-role', {
    outerResolvers: { 'ProposalsMutation.proposal': roleBeforeProposal },
  }),
  mutant(
    'attributes are validated before the setting for new meetings is checked',
    'create-meeting/setting-off-before-attributes',
    attributesFirst,
  ),
  mutant(
    'attributes are validated before the locale of a new meeting',
    'create-meeting/locale-before-attributes',
    attributesBeforeLocale,
  ),
];

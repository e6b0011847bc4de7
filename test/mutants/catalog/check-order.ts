import { buildSchema, isInputObjectType } from 'graphql';
import { readContractSdl } from '../../../src/contract/schema.ts';
import type { AttributeValidator } from '../../../src/contract/server-dialect.ts';
import { mutationNotAuthorized, notFound, unauthorizedObject } from '../../../src/errors.ts';
import { createConstraintValidator } from '../../../src/server/validation/attribute-validator.ts';
import { validateAttributes } from '../../../src/graphql/guards.ts';
import { firstErrorCode, mapResult } from '../executor-transforms.ts';
import {
  type ExecutorWrapper,
  type Mutant,
  type ResolverWrapper,
  type ServerChanges,
  mutant,
} from '../mutated-server.ts';
import { onErrorCode, operationCoordinate, operationFolders } from '../transforms.ts';

const attributesTypes: Record<string, string> = {
  answer: 'AnswerAttributes',
  'create-meeting': 'MeetingAttributes',
  'update-meeting': 'MeetingAttributes',
  'create-result': 'ResultAttributes',
};

function createValidator(operation: string): AttributeValidator {
  const schema = buildSchema(readContractSdl());
  const type = schema.getType(attributesTypes[operation]!);
  if (!isInputObjectType(type)) throw new Error(`the contract has no input type ${attributesTypes[operation]}`);
  return createConstraintValidator(schema, type);
}

/** Validates the attributes of an operation before the locale. */
function attributesBeforeLocale(operation: string): ServerChanges {
  const validator = createValidator(operation);
  const wrapper = onErrorCode('INVALID_LOCALE_ERROR', (error, _, source, { input }, context) => {
    validateAttributes(validator, source, { ...input, locale: 'en' }, context);
    throw error;
  });
  return { outerResolvers: { [operationCoordinate(operation)]: wrapper } };
}

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

/** Validates the attributes of an operation before its role and setting. */
function attributesFirst(operation: string): ServerChanges {
  const validator = createValidator(operation);
  const wrapper: ResolverWrapper = (resolve) => (source, args, context, info) => {
    validateAttributes(validator, source, { ...args['input'], locale: 'en' }, context);
    return resolve(source, args, context, info);
  };
  return { outerResolvers: { [operationCoordinate(operation)]: wrapper } };
}

/** Servers that check a request in another order. */
export const checkOrderMutants: Mutant[] = [
  ...operationFolders.flatMap((operation) => [
    mutant(`the token is checked before coercion: ${operation}`, `${operation}/coercion-before-token`, {
      executor: tokenBeforeCoercion,
    }),
    mutant(`the component is looked up before the token: ${operation}`, `${operation}/anonymous-before-component`, {
      executor: componentBeforeToken,
    }),
  ]),
  mutant('the role is checked before the proposal is looked up', 'answer/unknown-proposal-before-role', {
    outerResolvers: { 'ProposalsMutation.proposal': roleBeforeProposal },
  }),
  mutant(
    'attributes are validated before the setting for answers is checked',
    'answer/setting-off-before-attributes',
    attributesFirst('answer'),
  ),
  mutant(
    'attributes are validated before the setting for new meetings is checked',
    'create-meeting/setting-off-before-attributes',
    attributesFirst('create-meeting'),
  ),
  mutant(
    'attributes are validated before the role for results is checked',
    'create-result/role-before-attributes',
    attributesFirst('create-result'),
  ),
  mutant(
    'attributes are validated before the locale of a new meeting',
    'create-meeting/locale-before-attributes',
    attributesBeforeLocale('create-meeting'),
  ),
  mutant(
    'attributes are validated before the locale of an update',
    'update-meeting/locale-before-attributes',
    attributesBeforeLocale('update-meeting'),
  ),
  mutant(
    'attributes are validated before the locales of a result',
    'create-result/title-unknown-locale',
    attributesBeforeLocale('create-result'),
  ),
];

import { isInputObjectType } from 'graphql';
import { createExecutableSchema, readContractSdl } from '../../../src/contract/schema.ts';
import { invalidAttributes, mutationNotAuthorized, notFound, unauthorizedObject } from '../../../src/errors.ts';
import { withAuthorization } from '../../../src/server/auth/policy.ts';
import { resolvers } from '../../../src/server/resolvers/resolvers.ts';
import { createConstraintValidator } from '../../../src/server/validation/attribute-validator.ts';
import { withInputValidation } from '../../../src/server/validation/validation.ts';
import type { Mutant } from '../mutant.ts';
import { mapResult, firstErrorCode, operationCoordinate, operationFolders, onErrorCode } from '../transforms.ts';
import { type ServerChanges, type ResolverWrapper, mutant } from '../mutated-server.ts';

const inputs: Record<string, string> = {
  'create-meeting': 'MeetingAttributes',
  'update-meeting': 'MeetingAttributes',
  'create-result': 'ResultAttributes',
};

/** A resolver that judges the attributes before it speaks of a locale. */
function localeLast(operation: string): ResolverWrapper {
  const schema = createExecutableSchema(readContractSdl(), resolvers);
  const type = schema.getType(inputs[operation]!);
  if (!isInputObjectType(type)) throw new Error(`the contract has no input ${inputs[operation]}`);
  const rules = createConstraintValidator(schema, type);
  return onErrorCode('INVALID_LOCALE_ERROR', (error, _, source, { input }, { store }) => {
    const situation = { store, componentId: source.componentId ?? source.id, record: source, locale: 'en' };
    const problems = rules.validate(input.attributes, situation);
    throw problems ? invalidAttributes(problems) : error;
  });
}

const tokenFirst: ServerChanges['executor'] = (engine) => ({
  ...engine,
  run: (request, context) =>
    !context.viewer && request.query.trimStart().startsWith('mutation')
      ? { errors: [unauthorizedObject('Mutation')], data: null }
      : engine.run(request, context),
});

const componentFirst = mapResult((answer, { variables }, { store }) => {
  const unknown = !store.find('components', String(variables?.['componentId']));
  if (!unknown || firstErrorCode(answer) !== 'UNAUTHORIZED_OBJECT_ERROR') return answer;
  return { errors: [{ ...notFound('ComponentMutation').toJSON(), path: ['component'] } as never], data: null };
});

const roleFirst: ResolverWrapper = (resolve) => (source, args, context, info) => {
  if (!context.viewer?.admin) throw mutationNotAuthorized();
  return resolve(source, args, context, info);
};

const rulesFirst: ServerChanges['outerSchema'] = (schema) => withInputValidation(withAuthorization(schema));

/** What comes before what. */
export const checkOrderMutants: Mutant[] = [
  ...operationFolders.flatMap((operation) => [
    mutant(`the token is asked before coercion: ${operation}`, `${operation}/coercion-before-token`, {
      executor: tokenFirst,
    }),
    mutant(`the component is looked up before the token: ${operation}`, `${operation}/anonymous-before-component`, {
      executor: componentFirst,
    }),
  ]),
  mutant('the role is asked before the proposal is looked up', 'answer/unknown-proposal-before-role', {
    outerResolvers: { 'ProposalsMutation.proposal': roleFirst },
  }),
  mutant('attributes are judged before the setting of answers', 'answer/setting-off-before-attributes', {
    outerSchema: rulesFirst,
  }),
  mutant('attributes are judged before the setting of meetings', 'create-meeting/setting-off-before-attributes', {
    outerSchema: rulesFirst,
  }),
  mutant('attributes are judged before the role of results', 'create-result/role-before-attributes', {
    outerSchema: rulesFirst,
  }),
  mutant('attributes are judged before the locale of a new meeting', 'create-meeting/locale-before-attributes', {
    outerResolvers: { [operationCoordinate('create-meeting')]: localeLast('create-meeting') },
  }),
  mutant('attributes are judged before the locale of an update', 'update-meeting/locale-before-attributes', {
    outerResolvers: { [operationCoordinate('update-meeting')]: localeLast('update-meeting') },
  }),
  mutant('attributes are judged before the locales of a result', 'create-result/title-unknown-locale', {
    outerResolvers: { [operationCoordinate('create-result')]: localeLast('create-result') },
  }),
];

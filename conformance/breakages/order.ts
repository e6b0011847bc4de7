import { isInputObjectType } from 'graphql';
import { executableSchema, readContract } from '../../src/contract/contract.ts';
import { invalidAttributes, mutationNotAuthorized, notFound, unauthorizedObject } from '../../src/errors.ts';
import { withPolicy } from '../../src/policy/policy.ts';
import { resolvers } from '../../src/resolvers/resolvers.ts';
import { attributeRules } from '../../src/validation/attributes.ts';
import { withValidation } from '../../src/validation/validation.ts';
import type { Breakage } from './breakage.ts';
import { answering, codeOf, coordinateOf, operations, whenRefused } from './changes.ts';
import { type Changes, type Wrap, breakage } from './composition.ts';

const inputs: Record<string, string> = {
  'create-meeting': 'MeetingAttributes',
  'update-meeting': 'MeetingAttributes',
  'create-result': 'ResultAttributes',
};

/** A resolver that judges the attributes before it speaks of a locale. */
function localeLast(operation: string): Wrap {
  const schema = executableSchema(readContract(), resolvers);
  const type = schema.getType(inputs[operation]!);
  if (!isInputObjectType(type)) throw new Error(`the contract has no input ${inputs[operation]}`);
  const rules = attributeRules(schema, type);
  return whenRefused('INVALID_LOCALE_ERROR', (error, _, source, { input }, { store }) => {
    const situation = { store, componentId: source.componentId ?? source.id, record: source, locale: 'en' };
    const problems = rules.problems(input.attributes, situation);
    throw problems ? invalidAttributes(problems) : error;
  });
}

const tokenFirst: Changes['engine'] = (engine) => ({
  ...engine,
  run: (request, context) =>
    !context.viewer && request.query.trimStart().startsWith('mutation')
      ? { errors: [unauthorizedObject('Mutation')], data: null }
      : engine.run(request, context),
});

const componentFirst = answering((answer, { variables }, { store }) => {
  const unknown = !store.find('components', String(variables?.['componentId']));
  if (!unknown || codeOf(answer) !== 'UNAUTHORIZED_OBJECT_ERROR') return answer;
  return { errors: [{ ...notFound('ComponentMutation').toJSON(), path: ['component'] } as never], data: null };
});

const roleFirst: Wrap = (resolve) => (source, args, context, info) => {
  if (!context.viewer?.admin) throw mutationNotAuthorized();
  return resolve(source, args, context, info);
};

const rulesFirst: Changes['rules'] = (schema) => withValidation(withPolicy(schema));

/** What comes before what. */
export const order: Breakage[] = [
  ...operations.flatMap((operation) => [
    breakage(`the token is asked before coercion: ${operation}`, `${operation}/coercion-before-token`, {
      engine: tokenFirst,
    }),
    breakage(`the component is looked up before the token: ${operation}`, `${operation}/anonymous-before-component`, {
      engine: componentFirst,
    }),
  ]),
  breakage('the role is asked before the proposal is looked up', 'answer/unknown-proposal-before-role', {
    around: { 'ProposalsMutation.proposal': roleFirst },
  }),
  breakage('attributes are judged before the setting of answers', 'answer/setting-off-before-attributes', {
    rules: rulesFirst,
  }),
  breakage('attributes are judged before the setting of meetings', 'create-meeting/setting-off-before-attributes', {
    rules: rulesFirst,
  }),
  breakage('attributes are judged before the role of results', 'create-result/role-before-attributes', {
    rules: rulesFirst,
  }),
  breakage('attributes are judged before the locale of a new meeting', 'create-meeting/locale-before-attributes', {
    around: { [coordinateOf('create-meeting')]: localeLast('create-meeting') },
  }),
  breakage('attributes are judged before the locale of an update', 'update-meeting/locale-before-attributes', {
    around: { [coordinateOf('update-meeting')]: localeLast('update-meeting') },
  }),
  breakage('attributes are judged before the locales of a result', 'create-result/title-unknown-locale', {
    around: { [coordinateOf('create-result')]: localeLast('create-result') },
  }),
];

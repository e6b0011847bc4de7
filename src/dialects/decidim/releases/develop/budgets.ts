import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../../../graphql/context.ts';
import { invalidAttributes } from '../../../../errors.ts';
import { recordById } from '../../../../server/resolvers/component-records.ts';
import type { Budget, Component } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import { type FormRule, validateForm } from '../../forms/validations.ts';
import { countChanges } from '../../resolvers/versions.ts';
import { OrderedTexts } from '../../resolvers/translated-field.ts';
import { type BigIntInput, parseBigInt, requireInt, validateRange } from './integers.ts';
import { createTextRule, parseTexts } from './texts.ts';

interface BudgetInput {
  /** `BudgetAttributes`. */
  attributes: { description?: unknown; title?: unknown; totalBudget?: number | null; weight?: BigIntInput };
}

/** Returns the fields of a budget for an input. Texts are merged with the stored ones. Throws if they are invalid. */
function budgetFields({ attributes }: BudgetInput, stored: Budget | undefined, store: Store) {
  const { title, description, totalBudget = stored?.totalBudget ?? 0, weight = stored?.weight ?? 0 } = attributes;
  const form = {
    title: { ...stored?.title, ...parseTexts(title, store) },
    description: { ...stored?.description, ...parseTexts(description, store) },
    totalBudget,
    weight: parseBigInt(weight),
  };
  const rules: FormRule<typeof form>[] = [
    createTextRule('title', store),
    ['weight', (each) => validateRange(each.weight, { from: 0 })],
    ['totalBudget', (each) => validateRange(each.totalBudget, { above: 0 })],
  ];
  const errors = validateForm(rules, form);
  if (errors.length > 0) throw invalidAttributes(errors);
  return { ...form, totalBudget: totalBudget!, weight: requireInt(form.weight!) };
}

/** `createBudget`: the response has the texts in the order of the input. */
export function createBudget(component: Component, { input }: { input: BudgetInput }, { store }: RequestContext) {
  const fields = budgetFields(input, undefined, store);
  const budget = store.update((transaction) =>
    transaction.create('budgets', { componentId: component.id, ...fields, changes: 0 }),
  );
  return { ...budget, title: new OrderedTexts(fields.title), description: new OrderedTexts(fields.description) };
}

/** `update` of a budget. */
export function updateBudget({ id }: Budget, { input }: { input: BudgetInput }, { store }: RequestContext): Budget {
  const stored = store.get('budgets', id);
  const fields = budgetFields(input, stored, store);
  const isChanged = !isDeepStrictEqual({ ...stored, ...fields }, stored);
  const changes = countChanges('budgets', stored, store) + (isChanged ? 1 : 0);
  return store.update((transaction) => transaction.update('budgets', id, { ...fields, changes }));
}

const findBudget = recordById('budgets', 'Budget');

/** `delete`: deletes any budget of the component, by id, with its projects and its votes. */
export function deleteBudget({ componentId }: Budget, args: { id: string }, context: RequestContext): Budget {
  const { store } = context;
  const budget = findBudget(store.get('components', componentId), args, context);
  return store.update((transaction) => {
    for (const { id } of store.where('projects', 'budgetId', budget.id))
      transaction.update('projects', id, { deletedAt: store.now() });
    for (const { id } of store.where('orders', 'budgetId', budget.id))
      transaction.update('orders', id, { projectIds: [], checkedOutAt: null });
    const changes = countChanges('budgets', budget, store) + 1;
    return transaction.update('budgets', budget.id, { deletedAt: store.now(), changes });
  });
}

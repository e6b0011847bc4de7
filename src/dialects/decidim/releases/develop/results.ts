import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../../../graphql/context.ts';
import { SimulatedServerError } from '../../../../errors.ts';
import { recordById } from '../../../../server/resolvers/component-records.ts';
import { findChildResults } from '../../../../server/resolvers/results.ts';
import type { Component, Result } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import type { Transaction } from '../../../../store/transaction.ts';
import { resultProgress } from '../../behavior/result-progress.ts';
import { countChanges, keepParentProgress, updateParentProgress } from './parent-progress.ts';
import { type ResultForm, resultFields } from './result-form.ts';

interface ResultArguments {
  input: { attributes: ResultForm };
}

/** `createResult`. */
export function createResult(component: Component, { input }: ResultArguments, { store }: RequestContext): Result {
  try {
    return store.update((transaction) => {
      const fields = resultFields(input.attributes, store);
      const result = transaction.create('results', { componentId: component.id, ...fields, changes: 0 });
      updateParentProgress(result, transaction, store);
      return result;
    });
  } catch (error) {
    if (error instanceof SimulatedServerError) store.skipNextId('results');
    throw error;
  }
}

/** The fields whose changes are versions; the links are not. */
const versionedFields = [
  'title',
  'description',
  'statusId',
  'parentId',
  'progress',
  'startDate',
  'endDate',
  'externalId',
  'weight',
] as const;

/** `update` of a result. */
export function updateResult({ id }: Result, { input }: ResultArguments, { store }: RequestContext): Result {
  const previous = store.get('results', id);
  const fields = resultFields(input.attributes, store);
  const before = { ...previous, description: previous.description ?? {}, progress: resultProgress(previous, store) };
  const isChanged = versionedFields.some((name) => !isDeepStrictEqual(fields[name], before[name]));
  return store.update((transaction) => {
    if (previous.parentId !== fields.parentId) keepParentProgress(previous, transaction, store);
    const result = transaction.update('results', id, {
      ...fields,
      derivedProgress: fields.progress,
      changes: countChanges(previous, store) + (isChanged ? 1 : 0),
    });
    updateParentProgress(result, transaction, store);
    return result;
  });
}

const findResult = recordById('results', 'Result');

function markAsDeleted(result: Result, transaction: Transaction, store: Store): Result {
  for (const child of findChildResults(result, store)) markAsDeleted(child, transaction, store);
  return transaction.update('results', result.id, { deletedAt: store.now() });
}

/** `delete`: deletes any result of the component, by id, and its children. */
export function deleteResult({ componentId }: Result, args: { id: string }, context: RequestContext): Result {
  const { store } = context;
  const result = findResult(store.get('components', componentId), args, context);
  return store.update((transaction) => {
    keepParentProgress(result, transaction, store);
    return markAsDeleted(result, transaction, store);
  });
}

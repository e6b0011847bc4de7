import type { Permissions } from '../../../../contract/server-dialect.ts';
import { unauthorizedField } from '../../../../errors.ts';
import { recordById } from '../../../../server/resolvers/component-records.ts';
import type { DecidimOverrides } from '../../version.ts';
import { createMilestone, deleteMilestone, updateMilestone } from './milestones.ts';
import { resultRules } from './result-form.ts';
import { createResult, deleteResult, updateResult } from './results.ts';

const administratorFields = [
  'AccountabilityMutation.createResult',
  'ResultMutation.createMilestone',
  'ResultMutation.delete',
  'ResultMutation.deleteMilestone',
  'ResultMutation.update',
  'ResultMutation.updateMilestone',
];

const createAdministratorPermission = (coordinate: string): Permissions[string] => {
  const [type, field] = coordinate.split('.') as [string, string];
  return (_, { viewer }) => {
    if (viewer?.admin) return true;
    throw unauthorizedField(field, type);
  };
};

/** What the server does differently in the development version. */
export const overrides: DecidimOverrides = {
  resolvers: {
    AccountabilityMutation: { createResult, result: recordById('results', 'ResultMutation') },
    ResultMutation: { createMilestone, delete: deleteResult, deleteMilestone, update: updateResult, updateMilestone },
  },
  auth: { 'AccountabilityMutation.createResult': null },
  permissions: Object.fromEntries(
    administratorFields.map((coordinate) => [coordinate, createAdministratorPermission(coordinate)]),
  ),
  attributeRules: { ResultAttributes: resultRules },
};

import { recordById } from '../../../../server/resolvers/component-records.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { forAdministrators } from './administrators.ts';
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

/** What the server does differently in the development version. */
export const overrides: DecidimOverrides = {
  resolvers: {
    AccountabilityMutation: { createResult, result: recordById('results', 'ResultMutation') },
    ResultMutation: { createMilestone, delete: deleteResult, deleteMilestone, update: updateResult, updateMilestone },
  },
  auth: { 'AccountabilityMutation.createResult': null },
  permissions: forAdministrators(administratorFields),
  attributeRules: { ResultAttributes: resultRules },
};

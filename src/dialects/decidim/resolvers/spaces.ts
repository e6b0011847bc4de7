import type { Process } from '../../../store/records.ts';
import { processStatistics } from './statistics.ts';
import { attachmentFields, followFields, constantProcessFields } from './constant-fields.ts';

/** What a space has on the platform beyond the contract, whatever its type there. */
export const DecidimSpace = {
  allowsSteps: constantProcessFields.allowsSteps,
  hasSteps: constantProcessFields.hasSteps,
  manifest: () => ({ name: 'participatory_processes' }),
  stats: processStatistics,
  type: () => 'Decidim::ParticipatoryProcess',
};

/** What a participatory process has on the platform beyond the contract. */
export const DecidimProcess = {
  ...attachmentFields,
  ...followFields,
  ...constantProcessFields,
  ...DecidimSpace,
  accessMode: ({ restricted }: Process) => (restricted ? 'RESTRICTED' : 'OPEN'),
};

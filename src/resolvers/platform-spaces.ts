import type { Process } from '../store/records.ts';
import { processStatistics } from './statistics.ts';
import { attachable, followable, plainProcess } from './unkept.ts';

/** What a space has on the platform beyond the contract, whatever its type there. */
export const PlatformSpace = {
  allowsSteps: plainProcess.allowsSteps,
  hasSteps: plainProcess.hasSteps,
  manifest: () => ({ name: 'participatory_processes' }),
  stats: processStatistics,
  type: () => 'Decidim::ParticipatoryProcess',
};

/** What a participatory process has on the platform beyond the contract. */
export const PlatformProcess = {
  ...attachable,
  ...followable,
  ...plainProcess,
  ...PlatformSpace,
  accessMode: ({ restricted }: Process) => (restricted ? 'RESTRICTED' : 'OPEN'),
};

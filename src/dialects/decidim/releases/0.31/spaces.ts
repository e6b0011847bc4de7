import { isRestricted } from '../../../../server/resolvers/find-space.ts';
import type { Assembly, Process } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { constants } from '../../resolvers/relations.ts';

/** The fields and queries of spaces that 0.32 has no longer; the store has no texts, pictures and types for them. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Assembly: {
      ...constants(null, 'announcement', 'bannerImage'),
      isTransparent: ({ access }: Assembly) => access === 'transparent',
      privateSpace: ({ access }: Assembly) => access !== 'open',
    },
    Debate: constants(null, 'image'),
    ParticipatoryProcess: {
      ...constants(null, 'announcement'),
      privateSpace: (process: Process) => isRestricted(process),
    },
    ParticipatoryProcessStep: constants(null, 'callToActionPath', 'callToActionText'),
    Query: { ...constants(null, 'participatoryProcessType'), ...constants([], 'participatoryProcessTypes') },
  },
};

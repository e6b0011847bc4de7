import type { Status } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';

/** The times of a status are days, and the version of the platform cannot be hidden. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Decidim: { version: () => '0.29.7' },
    Status: {
      createdAt: ({ createdAt }: Status) => createdAt.slice(0, 10),
      updatedAt: ({ updatedAt }: Status) => updatedAt.slice(0, 10),
    },
  },
};

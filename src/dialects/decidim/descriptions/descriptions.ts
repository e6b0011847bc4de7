import type { Descriptions } from '../../../graphql/descriptions.ts';
import { filters } from './filters.ts';
import { former } from './former.ts';
import { mutations } from './mutations.ts';
import { people } from './people.ts';
import { records } from './records.ts';
import { spaces } from './spaces.ts';

/** What types and fields of the platform mean, where the contract does not say it or means something else. */
export const descriptions: Descriptions = { ...spaces, ...records, ...people, ...mutations, ...filters, ...former };

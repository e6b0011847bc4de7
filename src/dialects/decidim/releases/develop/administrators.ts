import type { Permissions } from '../../../server-dialect.ts';
import { unauthorizedField } from '../../../../errors.ts';

/** Permissions that only administrators have, by schema coordinate: the others may not use the field. */
export const forAdministrators = (coordinates: string[]): Permissions =>
  Object.fromEntries(
    coordinates.map((coordinate) => {
      const [type, field] = coordinate.split('.') as [string, string];
      const isAllowed: Permissions[string] = (_, { viewer }) => {
        if (viewer?.admin) return true;
        throw unauthorizedField(field, type);
      };
      return [coordinate, isAllowed];
    }),
  );

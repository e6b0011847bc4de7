import type { DecidimOverrides } from '../../overrides.ts';

/** Refusals have no codes: what a viewer may not see or do is null, and a mutation of an unknown record fails. */
export const overrides: DecidimOverrides = {
  execution: {
    refusalForms: {
      ATTRIBUTE_VALIDATION_ERROR: 'message',
      INVALID_LOCALE_ERROR: 'serverError',
      MUTATION_NOT_AUTHORIZED_ERROR: 'null',
      NOT_FOUND_ERROR: { query: 'null', mutation: 'serverError' },
      UNAUTHORIZED_FIELD_ERROR: 'null',
      UNAUTHORIZED_OBJECT_ERROR: 'null',
      VALIDATION_ERROR: 'message',
    },
  },
};

import { type ResponseBody, executorMutant, firstErrorCode, mapErrors, mapResult } from '../executor-transforms.ts';
import type { Mutant } from '../mutated-server.ts';

const replaceCode = (from: string, to: string | undefined) =>
  mapErrors((error) =>
    error.extensions?.['code'] === from ? { ...error, extensions: { ...error.extensions, code: to } } : error,
  );

const mapResultIf = (matches: (body: ResponseBody) => boolean, change: (body: ResponseBody) => ResponseBody) =>
  mapResult((body) => (matches(body) ? change(body) : body));

const notFound = 'NOT_FOUND_ERROR';
const invalid = 'ATTRIBUTE_VALIDATION_ERROR';

/** Changes `extensions.errors`, the list of invalid attributes. */
const mapAttributeErrors = (change: (list: { path: string[]; message: string }[]) => unknown) =>
  mapErrors((error) =>
    error.extensions?.['code'] === invalid
      ? { ...error, extensions: { ...error.extensions, errors: change(error.extensions['errors'] as never) } }
      : error,
  );

/** Servers that report errors with another code, path, list or data. */
export const errorFormatMutants: Mutant[] = [
  executorMutant('an unknown meeting has no code', 'update-meeting/unknown-meeting', replaceCode(notFound, undefined)),
  executorMutant(
    'errors have no path',
    'answer/unknown-proposal',
    mapErrors((error) => ({ ...error, path: undefined })),
  ),
  executorMutant(
    'an invalid attribute gives null without an error',
    'create-meeting/title-blank',
    mapResultIf(
      (body) => firstErrorCode(body) === invalid,
      ({ data }) => ({ data }),
    ),
  ),
  executorMutant(
    'an unknown component gives a null field, not null data',
    'answer/components-not-found/1',
    mapResultIf(
      ({ data, errors }) => data === null && errors?.[0]?.path !== undefined,
      (body) => ({ ...body, data: { component: null } }),
    ),
  ),
  executorMutant(
    'paths of invalid attributes are in snake_case',
    'create-meeting/end-before-start',
    mapAttributeErrors((list) =>
      list.map(({ path, message }) => ({
        message,
        path: path.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      })),
    ),
  ),
  executorMutant(
    'only the first invalid attribute is listed',
    'create-meeting/several-problems',
    mapAttributeErrors((list) => list.slice(0, 1)),
  ),
];

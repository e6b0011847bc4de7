import { type ResponseBody, executorMutant, firstErrorCode, mapErrors, mapResult } from '../executor-transforms.ts';
import type { Mutant } from '../mutated-server.ts';
import { operationFolders } from '../transforms.ts';

const replaceCode = (from: string, to: string | undefined) =>
  mapErrors((error) =>
    error.extensions?.['code'] === from ? { ...error, extensions: { ...error.extensions, code: to } } : error,
  );

const mapResultIf = (matches: (body: ResponseBody) => boolean, change: (body: ResponseBody) => ResponseBody) =>
  mapResult((body) => (matches(body) ? change(body) : body));

const notFound = 'NOT_FOUND_ERROR';
const notAuthorized = 'MUTATION_NOT_AUTHORIZED_ERROR';
const invalid = 'ATTRIBUTE_VALIDATION_ERROR';
const isRefused = (body: ResponseBody): boolean => firstErrorCode(body) !== undefined;

/** Changes `extensions.errors`, the list of invalid attributes. */
const mapAttributeErrors = (change: (list: { path: string[]; message: string }[]) => unknown) =>
  mapErrors((error) =>
    error.extensions?.['code'] === invalid
      ? { ...error, extensions: { ...error.extensions, errors: change(error.extensions['errors'] as never) } }
      : error,
  );

/** Servers that report errors with another code, path, list or data. */
export const errorFormatMutants: Mutant[] = [
  executorMutant(
    'a missing role has another code',
    'answer/role-member',
    replaceCode(notAuthorized, 'UNAUTHORIZED_FIELD_ERROR'),
  ),
  executorMutant('a disabled setting has no code', 'create-meeting/setting-off', replaceCode(notAuthorized, undefined)),
  executorMutant(
    'an unknown component has another code',
    'create-result/unknown-component',
    replaceCode(notFound, 'UNAUTHORIZED_OBJECT_ERROR'),
  ),
  executorMutant('an unknown meeting has no code', 'update-meeting/unknown-meeting', replaceCode(notFound, undefined)),
  executorMutant(
    'a missing token has another code',
    'update-meeting/anonymous',
    replaceCode('UNAUTHORIZED_OBJECT_ERROR', notAuthorized),
  ),
  executorMutant(
    'an unknown locale has the code of an invalid attribute',
    'create-meeting/locale-unknown',
    replaceCode('INVALID_LOCALE_ERROR', invalid),
  ),
  executorMutant('an invalid attribute has no code', 'create-result/title-blank', replaceCode(invalid, undefined)),
  executorMutant(
    'errors have no path',
    'answer/unknown-proposal',
    mapErrors((error) => ({ ...error, path: undefined })),
  ),
  executorMutant(
    'the path of an error ends at the component',
    'create-meeting/title-blank',
    mapErrors((error) => ({ ...error, path: error.path?.slice(0, 1) })),
  ),
  executorMutant(
    'the path of an error has its last name only',
    'update-meeting/title-blank',
    mapErrors((error) => ({ ...error, path: error.path?.slice(-1) })),
  ),
  executorMutant(
    'a missing token has a path',
    'answer/anonymous',
    mapErrors((error) => ({ path: ['component'], ...error })),
  ),
  executorMutant(
    'a refused answer returns the proposal with the error',
    'answer/role-member',
    mapResultIf(
      (body) => firstErrorCode(body) === notAuthorized,
      (body) => ({ ...body, data: { component: { proposal: { answer: { id: '1' } } } } }),
    ),
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
    'a refused mutation has an empty list of errors',
    'create-result/role-member',
    mapResultIf(isRefused, ({ data }) => ({ errors: [], data })),
  ),
  executorMutant(
    'an unknown component gives a null field, not null data',
    'answer/unknown-component',
    mapResultIf(
      ({ data, errors }) => data === null && errors?.[0]?.path !== undefined,
      (body) => ({ ...body, data: { component: null } }),
    ),
  ),
  executorMutant(
    'a missing token gives a response without data',
    'create-result/anonymous',
    mapResultIf(
      ({ data }) => data === null,
      ({ errors }) => ({ errors }),
    ),
  ),
  executorMutant(
    'every error sets the data to null',
    'update-meeting/title-blank',
    mapResultIf(isRefused, (body) => ({ ...body, data: null })),
  ),
  executorMutant(
    'an error is listed twice',
    'create-meeting/description-blank',
    mapResultIf(isRefused, ({ data, errors }) => ({ errors: [...errors!, ...errors!], data })),
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
    'paths of invalid texts have no locale',
    'create-result/title-blank',
    mapAttributeErrors((list) => list.map(({ path, message }) => ({ message, path: path.slice(0, 2) }))),
  ),
  executorMutant(
    'invalid attributes are not listed',
    'answer/state-unknown',
    mapAttributeErrors(() => undefined),
  ),
  ...operationFolders.map((operation) =>
    executorMutant(
      `only the first invalid attribute is listed: ${operation}`,
      `${operation}/several-problems`,
      mapAttributeErrors((list) => list.slice(0, 1)),
    ),
  ),
];

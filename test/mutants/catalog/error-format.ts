import type { Mutant } from '../mutant.ts';
import { type ResponseBody, mapResult, mapErrors, firstErrorCode, operationFolders } from '../transforms.ts';
import { type ServerChanges, mutant } from '../mutated-server.ts';

const saying = (name: string, breaks: string, executor: ServerChanges['executor']) =>
  mutant(name, breaks, { executor });

const recoded = (from: string, to: string | undefined) =>
  mapErrors((error) =>
    error.extensions?.['code'] === from ? { ...error, extensions: { ...error.extensions, code: to } } : error,
  );

const when = (is: (answer: ResponseBody) => boolean, change: (answer: ResponseBody) => ResponseBody) =>
  mapResult((answer) => (is(answer) ? change(answer) : answer));

const notFound = 'NOT_FOUND_ERROR';
const notAuthorized = 'MUTATION_NOT_AUTHORIZED_ERROR';
const invalid = 'ATTRIBUTE_VALIDATION_ERROR';
const isRefused = (answer: ResponseBody): boolean => firstErrorCode(answer) !== undefined;

/** The list of problems in another form. */
const problems = (change: (list: { path: string[]; message: string }[]) => unknown) =>
  mapErrors((error) =>
    error.extensions?.['code'] === invalid
      ? { ...error, extensions: { ...error.extensions, errors: change(error.extensions['errors'] as never) } }
      : error,
  );

const several = operationFolders.map((operation) =>
  saying(
    `only the first problem is listed: ${operation}`,
    `${operation}/several-problems`,
    problems((list) => list.slice(0, 1)),
  ),
);

/** What a refusal looks like: codes, paths, and what is left of the data. */
export const errorFormatMutants: Mutant[] = [
  saying(
    'a missing role has the code of the root',
    'answer/role-member',
    recoded(notAuthorized, 'UNAUTHORIZED_FIELD_ERROR'),
  ),
  saying('a setting that is off has no code', 'create-meeting/setting-off', recoded(notAuthorized, undefined)),
  saying(
    'an unknown component has another code',
    'create-result/unknown-component',
    recoded(notFound, 'UNAUTHORIZED_OBJECT_ERROR'),
  ),
  saying('an unknown meeting has no code', 'update-meeting/unknown-meeting', recoded(notFound, undefined)),
  saying(
    'a missing token has another code',
    'update-meeting/anonymous',
    recoded('UNAUTHORIZED_OBJECT_ERROR', notAuthorized),
  ),
  saying(
    'an unknown locale has the code of an attribute',
    'create-meeting/locale-unknown',
    recoded('INVALID_LOCALE_ERROR', invalid),
  ),
  saying('a refused attribute has no code', 'create-result/title-blank', recoded(invalid, undefined)),
  saying(
    'errors have no path',
    'answer/unknown-proposal',
    mapErrors((error) => ({ ...error, path: undefined })),
  ),
  saying(
    'errors are at the component',
    'create-meeting/title-blank',
    mapErrors((error) => ({ ...error, path: error.path?.slice(0, 1) })),
  ),
  saying(
    'errors are at the last name alone',
    'update-meeting/title-blank',
    mapErrors((error) => ({ ...error, path: error.path?.slice(-1) })),
  ),
  saying(
    'a missing token has a path',
    'answer/anonymous',
    mapErrors((error) => ({ path: ['component'], ...error })),
  ),
  saying(
    'a refused answer shows the proposal beside the error',
    'answer/role-member',
    when(
      (answer) => firstErrorCode(answer) === notAuthorized,
      (answer) => ({ ...answer, data: { component: { proposal: { answer: { id: '1' } } } } }),
    ),
  ),
  saying(
    'a refusal is null without an error',
    'create-meeting/title-blank',
    when(
      (answer) => firstErrorCode(answer) === invalid,
      ({ data }) => ({ data }),
    ),
  ),
  saying(
    'a refusal is an empty list of errors',
    'create-result/role-member',
    when(isRefused, ({ data }) => ({ errors: [], data })),
  ),
  saying(
    'an unknown component is null below the root',
    'answer/unknown-component',
    when(
      ({ data, errors }) => data === null && errors?.[0]?.path !== undefined,
      (answer) => ({ ...answer, data: { component: null } }),
    ),
  ),
  saying(
    'a missing token leaves the data out',
    'create-result/anonymous',
    when(
      ({ data }) => data === null,
      ({ errors }) => ({ errors }),
    ),
  ),
  saying(
    'every error takes the whole data',
    'update-meeting/title-blank',
    when(isRefused, (answer) => ({ ...answer, data: null })),
  ),
  saying(
    'one error is said twice',
    'create-meeting/description-blank',
    when(isRefused, ({ data, errors }) => ({ errors: [...errors!, ...errors!], data })),
  ),
  saying(
    'refused attributes are named in snake_case',
    'create-meeting/end-before-start',
    problems((list) =>
      list.map(({ path, message }) => ({
        message,
        path: path.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      })),
    ),
  ),
  saying(
    'refused texts are named without their locale',
    'create-result/title-blank',
    problems((list) => list.map(({ path, message }) => ({ message, path: path.slice(0, 2) }))),
  ),
  saying(
    'refused attributes are not listed',
    'answer/state-unknown',
    problems(() => undefined),
  ),
  ...several,
];

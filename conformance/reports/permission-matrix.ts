import { type Actor, actors } from '../../src/client/actor.ts';
import type { Exchange } from '../model/case-exchange.ts';
import type { CaseResult, Report } from '../model/report.ts';
import { truncate } from '../../src/client/format-text.ts';
import { type MutationField, caseFolder, mutationFields } from './results.ts';

export type Permission = 'allowed' | 'denied' | 'differs' | 'not run' | 'not applicable';

/** The permission of an actor for a mutation; `detail` contains the codes of a denial, or the difference. */
export interface PermissionCell {
  actor: Actor;
  permission: Permission;
  detail: string;
}

export interface PermissionRow {
  /** Schema coordinate of a mutation. */
  operation: string;
  /** One for each actor, in the order of `actors`. */
  cells: PermissionCell[];
}

/** Explains the matrix to readers of a report. */
export const permissionMatrixRule =
  'A cell summarizes the responses to an actor: to requests that must succeed, and to requests that must fail because of a ' +
  'requirement about permissions. It differs if a response allows what must be denied, or denies what must be allowed.';

const isAboutPermissions = (requirementId: string): boolean =>
  requirementId.startsWith('auth.') ||
  requirementId.startsWith('meeting.update-by-') ||
  ['refusal.role', 'refusal.anonymous'].includes(requirementId);

const denials = ['UNAUTHORIZED_OBJECT_ERROR', 'MUTATION_NOT_AUTHORIZED_ERROR', 'HTTP 401', 'HTTP 403'];

const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null | undefined)?.[key], value);

function callsMutation({ request }: Exchange, { path }: MutationField): boolean {
  try {
    const { query } = JSON.parse(request.body ?? '') as { query?: string };
    return /^\s*mutation\b/.test(query ?? '') && new RegExp(`\\b${path.at(-1)}\\s*\\(`).test(query ?? '');
  } catch {
    return false;
  }
}

/** `allowed` or the expected error code; undefined if the exchange is not about permissions. */
function expectedOutcome(
  { expected }: Exchange,
  { case: { requirements } }: CaseResult,
  { path }: MutationField,
): string | undefined {
  if ('errorCode' in expected)
    return requirements.some(isAboutPermissions) ? (expected.errorCode ?? undefined) : undefined;
  return 'data' in expected && valueAt(expected.data, path) ? 'allowed' : undefined;
}

const maxCodeLength = 200;

/** `allowed`, the error code, or what else the response was. */
function actualOutcome({ response }: Exchange, { path }: MutationField): string {
  if (!response) return 'no response';
  if (valueAt(response.json, ['data', ...path])) return 'allowed';
  const code = valueAt(response.json, ['errors', '0', 'extensions', 'code']);
  if (typeof code === 'string') return truncate(code, maxCodeLength);
  return response.status >= 400 ? `HTTP ${response.status}` : 'neither data nor an error code';
}

function createCell(mutation: MutationField, actor: Actor, results: CaseResult[]): PermissionCell {
  const outcomes = results.flatMap((result) =>
    result.exchanges
      .filter((exchange) => exchange.actor === actor && callsMutation(exchange, mutation))
      .map((exchange) => ({
        expected: expectedOutcome(exchange, result, mutation),
        actual: actualOutcome(exchange, mutation),
      }))
      .filter(({ expected }) => expected !== undefined),
  );
  // A request that failed for another reason than permissions only counts if there is no other.
  const aboutPermissions = outcomes.filter(
    ({ expected, actual }) => [...denials, 'allowed'].includes(actual) || expected !== 'allowed',
  );
  const counted = aboutPermissions.length > 0 ? aboutPermissions : outcomes;
  const different = counted.find(({ expected, actual }) => actual !== expected);
  if (different)
    return { actor, permission: 'differs', detail: `${different.actual} instead of ${different.expected}` };
  if (counted.some(({ actual }) => actual === 'allowed')) return { actor, permission: 'allowed', detail: '' };
  if (counted.length > 0)
    return { actor, permission: 'denied', detail: [...new Set(counted.map(({ actual }) => actual))].join(', ') };
  const ofMutation = results.filter((result) => caseFolder(result) === mutation.folder);
  const isInapplicable = ofMutation.length > 0 && ofMutation.every(({ outcome }) => outcome === 'not applicable');
  return { actor, permission: isInapplicable ? 'not applicable' : 'not run', detail: '' };
}

/** The permissions by mutation and actor, as `permissionMatrixRule` explains. */
export const permissionMatrix = ({ results }: Report): PermissionRow[] =>
  mutationFields.map((mutation) => ({
    operation: mutation.coordinate,
    cells: actors.map((actor) => createCell(mutation, actor, results)),
  }));

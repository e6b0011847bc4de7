import type { Actor } from '../cases/load.ts';
import type { CaseResult } from '../runner/run-cases.ts';
import type { Exchange } from '../runner/run-step.ts';
import type { Report } from '../judge/verdict.ts';
import { type MutationField, caseFolder, mutationFields } from './results.ts';

/** Who an operation is tried by. */
export const actors: Actor[] = ['admin', 'member', 'other', 'anonymous', 'stranger'];

export type Permission = 'allowed' | 'denied' | 'differs' | 'not run' | 'not applicable';

/** What became of one role on one operation; `detail` is the code that denied, or how it differs. */
export interface PermissionCell {
  actor: Actor;
  permission: Permission;
  detail: string;
}

export interface PermissionRow {
  operation: string;
  cells: PermissionCell[];
}

/** The rule of the matrix, for readers. */
export const permissionMatrixRule =
  'A cell is what the answers to a role showed: those where the operation was expected to succeed, and those where it was ' +
  'expected to be refused by a requirement on who may; it differs when any of them allowed what is denied, or the reverse.';

const isAboutRoles = (id: string): boolean =>
  id.startsWith('auth.') || id.startsWith('meeting.update-by-') || ['refusal.role', 'refusal.anonymous'].includes(id);

const denials = ['UNAUTHORIZED_OBJECT_ERROR', 'MUTATION_NOT_AUTHORIZED_ERROR', 'HTTP 401', 'HTTP 403'];

const below = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);

function carries({ request }: Exchange, { path }: MutationField): boolean {
  try {
    const { query } = JSON.parse(request.body ?? '') as { query?: string };
    return /^\s*mutation\b/.test(query ?? '') && new RegExp(`\\b${path.at(-1)}\\s*\\(`).test(query ?? '');
  } catch {
    return false;
  }
}

/** "allowed" or the code that is expected; undefined where the exchange does not speak of roles. */
function wanted(
  { expected }: Exchange,
  { case: { requirements } }: CaseResult,
  { path }: MutationField,
): string | undefined {
  if ('errorCode' in expected) return requirements.some(isAboutRoles) ? (expected.errorCode ?? undefined) : undefined;
  if ('data' in expected) return (below(expected.data, path) ?? undefined) && 'allowed';
  return undefined;
}

/** "allowed", the code of the refusal, or what else came. */
function said({ response }: Exchange, { path }: MutationField): string {
  if (!response) return 'no answer';
  if (below(response.json, ['data', ...path])) return 'allowed';
  const code = below(response.json, ['errors', '0', 'extensions', 'code']);
  if (typeof code === 'string') return code;
  return response.status >= 400 ? `HTTP ${response.status}` : 'neither data nor a code';
}

function cellOf(operation: MutationField, actor: Actor, results: CaseResult[]): PermissionCell {
  const counted = results.flatMap((result) =>
    result.exchanges
      .filter((exchange) => exchange.actor === actor && carries(exchange, operation))
      .map((exchange) => ({ wanted: wanted(exchange, result, operation), said: said(exchange, operation) }))
      .filter((each) => each.wanted !== undefined),
  );
  // A success that was refused for another reason than the role says nothing, as long as another answer does.
  const telling = counted.filter((each) => [...denials, 'allowed'].includes(each.said) || each.wanted !== 'allowed');
  const heard = telling.length > 0 ? telling : counted;
  const wrong = heard.find((each) => each.said !== each.wanted);
  if (wrong) return { actor, permission: 'differs', detail: `${wrong.said} instead of ${wrong.wanted}` };
  if (heard.some((each) => each.said === 'allowed')) return { actor, permission: 'allowed', detail: '' };
  if (heard.length > 0) {
    return { actor, permission: 'denied', detail: [...new Set(heard.map((each) => each.said))].join(', ') };
  }
  const own = results.filter((result) => caseFolder(result) === operation.folder);
  const absent = own.length > 0 && own.every(({ outcome }) => outcome === 'not applicable');
  return { actor, permission: absent ? 'not applicable' : 'not run', detail: '' };
}

/** The matrix of operation by role, by `matrixRule`. */
export const permissionMatrix = ({ results }: Report): PermissionRow[] =>
  mutationFields.map((operation) => ({
    operation: operation.coordinate,
    cells: actors.map((actor) => cellOf(operation, actor, results)),
  }));

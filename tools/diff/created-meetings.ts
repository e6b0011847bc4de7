import type { Actor } from '../../conformance/model/case.ts';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import { type SideBySideExchange, type Targets, sendTo } from './exchange.ts';
import { probeRequests } from './probe-requests.ts';

/** A meeting, and who created it. */
export interface CreatedMeeting {
  id: unknown;
  actor: Actor;
}

interface Body {
  data?: { component?: { createMeeting?: { id?: string } | null } | null } | null;
  errors?: { extensions?: object }[];
}

const idIn = ({ json }: TargetResponse): string | undefined =>
  (json as Body | undefined)?.data?.component?.createMeeting?.id;

/** The meeting that an exchange created on both sides, by the same id. */
export function findCreatedMeeting({ request, a, b }: SideBySideExchange): CreatedMeeting | undefined {
  const id = idIn(a);
  return id !== undefined && id === idIn(b) ? { id, actor: request.actor } : undefined;
}

// An answer without an id and without a code may be that of a meeting with a field that fails.
const isRefused = ({ status, json }: TargetResponse): boolean =>
  status !== 200 || ((json as Body | undefined)?.errors ?? []).some(({ extensions }) => extensions !== undefined);

/** Creates a meeting where only the other server created one: else all that come after would have other ids. */
export async function alignMeetingIds(sides: Targets, { a, b }: SideBySideExchange): Promise<void> {
  if (idIn(a) !== undefined && isRefused(b)) await sendTo('b', sides.b, probeRequests.valid);
  if (idIn(b) !== undefined && isRefused(a)) await sendTo('a', sides.a, probeRequests.valid);
}

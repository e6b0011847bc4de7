import type { Actor } from '../cases.ts';
import type { Answer } from '../judge.ts';
import { type Exchange, type Sides, answerOf } from './exchange.ts';
import { aside } from './asides.ts';

/** A meeting, and who created it. */
export interface Created {
  id: unknown;
  actor: Actor;
}

interface Body {
  data?: { component?: { createMeeting?: { id?: string } | null } | null } | null;
  errors?: { extensions?: object }[];
}

const idIn = ({ json }: Answer): string | undefined => (json as Body | undefined)?.data?.component?.createMeeting?.id;

/** The meeting that an exchange created on both sides, by the same id. */
export function createdBy({ request, a, b }: Exchange): Created | undefined {
  const id = idIn(a);
  return id !== undefined && id === idIn(b) ? { id, actor: request.actor } : undefined;
}

// An answer without an id and without a code may be that of a meeting with a field that fails.
const isRefused = ({ status, json }: Answer): boolean =>
  status !== 200 || ((json as Body | undefined)?.errors ?? []).some(({ extensions }) => extensions !== undefined);

/** Creates a meeting where only the other server created one: else all that come after would have other ids. */
export async function catchUp(sides: Sides, { a, b }: Exchange): Promise<void> {
  if (idIn(a) !== undefined && isRefused(b)) await answerOf('b', sides.b, aside.valid);
  if (idIn(b) !== undefined && isRefused(a)) await answerOf('a', sides.a, aside.valid);
}

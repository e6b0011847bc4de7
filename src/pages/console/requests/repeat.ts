import type { ListedUser } from '../../../control/operations/server.ts';
import type { ExchangeDetails, ShownOperation } from '../../../control/requests/exchange.ts';
import { control } from '../../shared/control.ts';
import { session } from '../../shared/stored-value.ts';
import { messageOf, tokenOf, tokenVariable } from './message.ts';

/** Sends an operation once more for the same user, and resolves with what came of it, as a sentence. */
export async function repeat(
  details: ExchangeDetails,
  operation: ShownOperation,
  users: readonly ListedUser[],
): Promise<string> {
  const known = tokenOf(details, users);
  const issued = known === tokenVariable ? await issueToken(details.exchange.user!) : undefined;
  try {
    const token = issued?.token ?? known;
    const { url, ...init } = messageOf(details, operation, { token, session: session.get() });
    // A session cookie of an earlier response would take precedence over the token.
    const response = await fetch(new Request(url, { ...init, credentials: 'omit' })).catch(() => undefined);
    return response
      ? `Sent again: status ${response.status}.`
      : 'Sent again: the connection ended before there was a response.';
  } finally {
    if (issued) await control('DELETE /__admin/tokens/{id}', { params: { id: issued.id } }).catch(() => {});
  }
}

const issueToken = (user: number) => control('POST /__admin/tokens', { body: { user, expiresIn: 'PT5M' } });

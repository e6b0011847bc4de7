import type { World } from '../control/world.ts';
import { ProblemError } from '../control/api/problem.ts';
import type { Identity } from '../control/operations/server.ts';
import type { DraftCase, ExchangeDetails } from '../control/requests/exchange.ts';
import type { Store } from '../store/store.ts';
import { suiteDialectByName } from '../dialects/dialects.ts';
import type { Actor } from '../client/actor.ts';

/** The placeholders of components by their kind. */
const componentNames: Record<string, string> = {
  proposals: 'proposals',
  meetings: 'meetings',
  accountability: 'accountability',
  budgets: 'budgets',
  pages: 'page',
  debates: 'debates',
  blogs: 'blogs',
};

/** Turns an exchange into the draft of a conformance case. Rejects with a ProblemError if no case can repeat it. */
export async function draftCase(
  { dialect, world }: Identity,
  details: ExchangeDetails,
  { store }: World,
): Promise<DraftCase> {
  const { exchange, request, response, omissions } = details;
  const operation = request.operation;
  if (!operation || response?.body == null)
    return refuse(omissions[0] ?? 'it is not a GraphQL request with a response');
  const { document: query, operationName, variables } = operation;
  if (JSON.stringify([operation, response.body]).includes('[withheld]'))
    return refuse('a secret in the request or in the response is withheld');
  const components = Object.fromEntries(store.all('components').map(({ id, kind }) => [id, componentNames[kind]!]));
  // The suite is loaded when it is needed: a server that nobody asks for drafts starts without it.
  const { draftOfExchange } = await import('../cases/drafts/draft-of-exchange.ts');
  const draft = draftOfExchange(
    {
      number: exchange.id,
      actor: actorOf(details.sender, request.credentials.length > 0, store),
      query,
      operationName,
      variables,
      status: exchange.status!,
      responseBody: response.body,
      components: world === 'demo' ? undefined : components,
    },
    suiteDialectByName(dialect),
  );
  return typeof draft === 'string' ? refuse(draft) : draft;
}

function refuse(reason: string): never {
  throw new ProblemError(409, `No case can repeat this request: ${reason.replace(/\.$/, '')}.`);
}

/** The first participant with a token is the member, and all others are the other participant. */
function actorOf(
  sender: { id: number; admin: boolean } | null,
  hasCredentials: boolean,
  store: Pick<Store, 'all'>,
): Actor {
  if (!sender) return hasCredentials ? 'stranger' : 'anonymous';
  if (sender.admin) return 'admin';
  const member = store.all('users').find(({ admin, token }) => !admin && token);
  return sender.id === member?.id ? 'member' : 'other';
}

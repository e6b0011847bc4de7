import type { AnyData } from '../test-server.ts';

export const readJson = async (response: Response): Promise<AnyData> => (await response.json()) as AnyData;

/** A GraphQL request of the user with this token. */
export const post = (query: string, authorization = 'Bearer member-token'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization },
  body: JSON.stringify({ query }),
});

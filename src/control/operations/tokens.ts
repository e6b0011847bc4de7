import { operation } from '../api/operation.ts';
import { list, object } from '../api/schema.ts';
import { issuedToken, listedToken, tokenRequest } from '../tokens.ts';

export const tokenOperations = {
  createToken: operation({
    endpoint: 'POST /__admin/tokens',
    summary: 'Issues a token for a user.',
    body: tokenRequest,
    response: issuedToken,
    status: 201,
    run: ({ world, body }) => world.tokens.issue(body),
  }),
  listTokens: operation({
    endpoint: 'GET /__admin/tokens',
    summary: 'Lists the tokens that were issued here, without the tokens themselves.',
    response: object({ tokens: list(listedToken) }),
    run: ({ world }) => ({ tokens: world.tokens.list() }),
  }),
  deleteToken: operation({
    endpoint: 'DELETE /__admin/tokens/{id}',
    summary: 'Revokes a token.',
    run: ({ world, params }) => world.tokens.revoke(params.id),
  }),
};

import { nameWithId, title } from '../samples.ts';
import { type RecordProblem, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { type OAuthScope, oauthScopes, outOfBand } from '../platform-values.ts';
import { Type } from '../schema-builder.ts';

export const oauthApplications = defineKind({
  description: 'Applications that people can sign in to with OAuth.',
  fields: {
    name: t.text('The name, which the consent page shows.'),
    clientId: t.text('What the application calls itself, `client_id`.'),
    secret: t.nullable(t.text('The secret of a confidential application, `client_secret`.')),
    confidential: t.boolean(true, 'Whether the application can keep a secret. One in a browser or on a phone cannot.'),
    redirectUris: Type.Array(t.text(), {
      minItems: 1,
      uniqueItems: true,
      description:
        'The addresses to which a person is sent back, without a fragment. `127.0.0.1` stands for each of its ports.',
    }),
    scopes: Type.Array(Type.Unsafe<OAuthScope>({ type: 'string', enum: oauthScopes }), {
      minItems: 1,
      uniqueItems: true,
      description: 'The scopes that it may ask for.',
    }),
    refreshTokens: t.boolean(false, 'Whether it gets refresh tokens.'),
    organizationName: t.text('Who makes the application, which the consent page shows.'),
    organizationUrl: t.optional(t.url('The website of its makers.')),
    ...t.timestamps,
  },
  uniqueFields: ['clientId'],
  findWorldProblem: findApplicationProblem,
  samples: {
    name: title,
    clientId: nameWithId('-'),
    secret: ({ record, kind, id }) =>
      record['confidential'] === false ? null : `${nameWithId('-')({ kind, id })}-secret`,
    redirectUris: ['http://localhost:3000/callback'],
    scopes: oauthScopes,
    organizationName: 'The makers',
  },
});

const seconds = { minimum: 0 };
/**
 * What authorization codes and tokens have in common. Like revocations, they outlive the records of a world that is replaced, so the
 * ids are no references.
 */
const grant = {
  applicationId: t.integer('The id of the application that got it.'),
  scopes: t.text('The scopes, separated by spaces.'),
  issuedAt: t.integer('When it was issued, in seconds since 1970.', seconds),
  expiresIn: t.integer('How long it is valid, in seconds.', seconds),
  revokedAt: t.nullable(t.integer('When it was used up or revoked, in seconds since 1970.', seconds)),
};

/** Codes, like tokens, are stored as digests (SHA-256, base64url). */
export const oauthCodes = defineKind({
  description: 'Authorization codes that OAuth applications got.',
  fields: {
    code: t.text('The digest of the code.'),
    userId: t.integer('The id of the user who consented.'),
    redirectUri: t.text('The redirect address of the request.'),
    challenge: t.nullable(t.text('The `code_challenge`.')),
    challengeMethod: t.nullable(t.text('The `code_challenge_method`.')),
    ...grant,
  },
  indexes: { code: (record) => record['code'] },
});

export const oauthTokens = defineKind({
  description: 'Access tokens that OAuth applications got.',
  fields: {
    token: t.text('The digest of the access token.'),
    refreshToken: t.nullable(t.text('The digest of the refresh token.')),
    previousRefreshToken: t.nullable(
      t.text('The digest of the refresh token that this token replaces when it is first used.'),
    ),
    userId: t.nullable(t.integer('The id of the user; null if it is a token of the application itself.')),
    ...grant,
  },
  indexes: {
    token: (record) => record['token'],
    refreshToken: (record) => record['refreshToken'],
    userId: (record) => record['userId'],
  },
});

/** A redirect address is absolute, and has no fragment (RFC 6749, section 3.1.2). */
function findApplicationProblem({
  redirectUris,
  confidential,
  secret,
}: Record<string, unknown>): RecordProblem | undefined {
  for (const [index, address] of (redirectUris as string[]).entries())
    if (!isRedirectAddress(address))
      return {
        field: `redirectUris.${index}`,
        message: `must be an absolute URI without a fragment, such as http://localhost:4000/callback: ${JSON.stringify(address)}`,
      };
  if (confidential && secret === null) return { field: 'secret', message: 'a confidential application needs a secret' };
  return undefined;
}

function isRedirectAddress(address: string): boolean {
  if (address === outOfBand) return true;
  if (!URL.canParse(address) || address.includes('#') || /\s/.test(address)) return false;
  const { protocol, username, password } = new URL(address);
  return !/^(javascript|data|vbscript|blob|about):$/.test(protocol) && username === '' && password === '';
}

/** The scopes of the platform. */
export const oauthScopes = ['profile', 'user', 'api:read', 'api:write'] as const;
export type OAuthScope = (typeof oauthScopes)[number];

/** The redirect address of a client without a browser: a page shows the code. */
export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

/** The tokens of the states that the platform creates for each component, in this order. */
export const defaultStates = ['evaluating', 'accepted', 'rejected'];

/** The scopes of the platform. */
export const oauthScopes = ['profile', 'user', 'api:read', 'api:write'] as const;
export type OAuthScope = (typeof oauthScopes)[number];

/** The redirect address of a client without a browser: a page shows the code. */
export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

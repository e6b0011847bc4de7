/** The actors that sign in: an administrator and two participants. */
export const signedInActors = ['admin', 'member', 'other'] as const;

/** Everyone who sends requests: `anonymous` sends no token, `stranger` an invalid one. */
export const actors = [...signedInActors, 'anonymous', 'stranger'] as const;

export type Actor = (typeof actors)[number];

/** The environment variable that holds the token of an actor. */
export const tokenVariable = (actor: Actor): string => `PLENUM_${actor.toUpperCase()}_TOKEN`;

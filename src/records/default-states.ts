/** The tokens of the states that the platform creates for each component, in this order. */
export const defaultStates = ['evaluating', 'accepted', 'rejected'];

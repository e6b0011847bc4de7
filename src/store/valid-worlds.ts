/** Whether a world folder is known to be valid. In the package, those that come with it are: they were checked when it was built. */
export const isKnownToBeValid = (_folder: string): boolean => false;

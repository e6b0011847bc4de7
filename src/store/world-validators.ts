import { createRecordValidators } from './record-validators.ts';

/** Returns the validator of a kind for the records of a world. In the package, the build compiles them beforehand. */
export const worldValidator = createRecordValidators(true);

import { createRedactor, redactValue } from '../../src/client/redactor.ts';
import type { Secret } from '../../src/client/target.ts';
import type { Report } from '../model.ts';

/** A copy of a report in which names replace the secrets, in every form that `secretForms` knows. */
export const redactReport = (report: Report, secrets: Secret[]): Report =>
  redactValue(
    report,
    createRedactor(() => secrets),
  );

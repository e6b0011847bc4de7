import { type FormRule, validatePresence, errorIf } from './validations.ts';

/** `CloseMeetingAttributes`, as far as they are judged. */
export interface CloseMeetingForm {
  closingReport: string;
  attendeesCount: number;
}

/** The rules of a meeting's closing, in the platform's order. */
export const closeMeetingRules: FormRule<CloseMeetingForm>[] = [
  ['closingReport', ({ closingReport }) => validatePresence(closingReport)],
  [
    'attendeesCount',
    ({ attendeesCount }) => [
      ...errorIf(attendeesCount < 0, 'must be greater than or equal to 0'),
      ...errorIf(attendeesCount > 999, 'must be less than or equal to 999'),
    ],
  ],
];

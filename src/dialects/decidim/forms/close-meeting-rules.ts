import { type FormRule, errorIf, validatePresence } from './validations.ts';

/** The attributes of `CloseMeetingAttributes` that have rules. */
export interface CloseMeetingForm {
  closingReport: string;
  attendeesCount: number;
}

/** The rules for closing a meeting, in the platform's order. */
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

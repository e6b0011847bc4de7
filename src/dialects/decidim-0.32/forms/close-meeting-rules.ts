import { type Rule, present, when } from './rules.ts';

/** `CloseMeetingAttributes`, as far as they are judged. */
export interface ClosingForm {
  closingReport: string;
  attendeesCount: number;
}

/** The rules of a meeting's closing, in the platform's order. */
export const closeMeetingRules: Rule<ClosingForm>[] = [
  ['closingReport', ({ closingReport }) => present(closingReport)],
  [
    'attendeesCount',
    ({ attendeesCount }) => [
      ...when(attendeesCount < 0, 'must be greater than or equal to 0'),
      ...when(attendeesCount > 999, 'must be less than or equal to 999'),
    ],
  ],
];

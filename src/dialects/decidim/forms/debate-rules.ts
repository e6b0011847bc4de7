import { characterCount, validateEtiquette } from './etiquette.ts';
import { type FormRule, errorIf, validatePresence } from './validations.ts';

/** The attributes of `DebateAttributes` that have rules. */
export interface DebateForm {
  title: string;
  description: string;
}

/** The rules of a new or updated debate, in the platform's order. */
export const debateRules: FormRule<DebateForm>[] = [
  ['title', ({ title }) => [...validatePresence(title), ...validateEtiquette(title)]],
  ['description', ({ description }) => [...validatePresence(description), ...validateEtiquette(description)]],
];

const minimumLength = 10;

/** The rules for closing a debate, in the platform's order. */
export const closeDebateRules: FormRule<{ conclusions: string }>[] = [
  [
    'conclusions',
    ({ conclusions }) => [
      ...validatePresence(conclusions),
      ...errorIf(characterCount(conclusions) < minimumLength, `is too short (under ${minimumLength} characters)`),
    ],
  ],
];

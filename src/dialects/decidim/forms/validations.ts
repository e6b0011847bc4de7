import type { AttributeError } from '../../../errors.ts';

/** A rule of a form: the attribute that it blames, and what it says of it. */
export type FormRule<Form> = [attribute: string, says: (form: Form) => string[]];

/** Every problem of a form, in the order of its rules. */
export function validateForm<Form>(rules: FormRule<Form>[], form: Form): AttributeError[] {
  const problems: AttributeError[] = [];
  for (const [attribute, says] of rules) {
    for (const message of says(form)) problems.push({ path: ['attributes', attribute], message });
  }
  return problems;
}

/** What a rule says when it is broken; nothing when it is not. */
export const errorIf = (broken: boolean, message: string): string[] => (broken ? [message] : []);

/** Whether there is nothing to read in a text. */
export const isBlank = (text: string | null): boolean => text === null || /^\p{White_Space}*$/u.test(text);

/** Says that a text is blank. */
export const validatePresence = (text: string | null): string[] => errorIf(isBlank(text), 'cannot be blank');

export const notInListMessage = 'is not included in the list';

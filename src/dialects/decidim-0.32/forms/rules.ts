import type { Problem } from '../../../errors.ts';

/** A rule of a form: the attribute that it blames, and what it says of it. */
export type Rule<Form> = [attribute: string, says: (form: Form) => string[]];

/** Every problem of a form, in the order of its rules. */
export function problemsOf<Form>(rules: Rule<Form>[], form: Form): Problem[] {
  const problems: Problem[] = [];
  for (const [attribute, says] of rules) {
    for (const message of says(form)) problems.push({ path: ['attributes', attribute], message });
  }
  return problems;
}

/** What a rule says when it is broken; nothing when it is not. */
export const when = (broken: boolean, message: string): string[] => (broken ? [message] : []);

/** Whether there is nothing to read in a text. */
export const isBlank = (text: string | null): boolean => text === null || /^\p{White_Space}*$/u.test(text);

/** Says that a text is blank. */
export const present = (text: string | null): string[] => when(isBlank(text), 'cannot be blank');

export const notInList = 'is not included in the list';

import type { AttributeError } from '../../../errors.ts';

/** A rule of a form: the attribute of its errors, and the function that returns the error messages. */
export type FormRule<Form> = [attribute: string, validate: (form: Form) => string[]];

/** Returns the errors of a form in the order of the rules. */
export const validateForm = <Form>(rules: FormRule<Form>[], form: Form): AttributeError[] =>
  rules.flatMap(([attribute, validate]) =>
    validate(form).map((message) => ({ path: ['attributes', attribute], message })),
  );

/** Returns the message if the condition is true. */
export const errorIf = (condition: boolean, message: string): string[] => (condition ? [message] : []);

/** Whether a text is null, or has nothing but Unicode white space. */
export const isBlank = (text: string | null): boolean => text === null || /^\p{White_Space}*$/u.test(text);

export const validatePresence = (text: string | null): string[] => errorIf(isBlank(text), 'cannot be blank');

export const notInListMessage = 'is not included in the list';

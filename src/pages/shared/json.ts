import { ControlError } from './control.ts';

/** Reads JSON that the reader has written; the control API says what else is wrong with it. Throws a ControlError. */
export function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new ControlError(400, `The text is not JSON: ${(error as Error).message}`);
  }
}

/** Indents JSON. Text that is not JSON, such as the page of a fault, stays as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

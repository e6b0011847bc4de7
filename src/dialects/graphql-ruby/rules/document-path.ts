/**
 * The path of a node in the document, in graphql-ruby's notation: `query q`, `component`, `... on Meetings`. Paths with
 * the same steps are the same object.
 */
export class DocumentPath {
  /** Whether an error was reported at this path or below it. */
  hasErrors = false;
  /** The number of characters of all steps. */
  readonly characters: number;
  #children: Map<string | number, DocumentPath> | undefined;

  constructor(
    readonly parent?: DocumentPath,
    readonly step: string | number = '',
  ) {
    this.characters = (parent?.characters ?? 0) + `${step}`.length;
  }

  /** Returns this path with one more step. */
  child(step: string | number): DocumentPath {
    this.#children ??= new Map();
    const known = this.#children.get(step);
    if (known) return known;
    const child = new DocumentPath(this, step);
    this.#children.set(step, child);
    return child;
  }

  reportError(): void {
    if (this.hasErrors) return;
    this.hasErrors = true;
    this.parent?.reportError();
  }

  /** Returns the steps, as responses show them. */
  toSteps(): (string | number)[] {
    return this.parent ? [...this.parent.toSteps(), this.step] : [];
  }
}

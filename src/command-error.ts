/** An error that ends a command with one of the exit codes of `docs/reference/command-line.md`, and one line for each problem. */
export class CommandError extends Error {
  /** Each is a line of its own. */
  readonly problems: string[];

  constructor(
    problem: string | string[],
    readonly exitCode: number,
  ) {
    const problems = [problem].flat();
    super(problems.join('\n'));
    this.problems = problems;
  }
}

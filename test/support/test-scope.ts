/** Where functions are registered that run at the end: a test, or an attack. */
export interface TestScope {
  after(cleanup: () => unknown): void;
}

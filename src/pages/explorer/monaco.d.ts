declare module 'monaco-editor/esm/vs/editor/browser/config/tabFocus.js' {
  /** Whether the Tab key leaves an editor, instead of writing a tab. */
  export const TabFocus: { setTabFocusMode(isOn: boolean): void };
}

import { useEditorContext } from '@graphiql/react';
import { useEffect } from 'react';

type Editor = NonNullable<ReturnType<typeof useEditorContext>>['headerEditor'];

/** Names the editors for screen readers, wraps their long lines, and lets the Tab key leave them. */
export function EditorSettings() {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useEditorContext({ nonNull: true });
  useSettings(queryEditor, 'Request');
  useSettings(variableEditor, 'Variables');
  useSettings(headerEditor, 'Headers');
  useSettings(responseEditor, 'Response');
  return null;
}

function useSettings(editor: Editor, name: string): void {
  useEffect(() => {
    editor?.setOption('screenReaderLabel', name);
    editor?.setOption('lineWrapping', true);
    editor?.addKeyMap({ Tab: false, 'Shift-Tab': false });
  }, [editor, name]);
}

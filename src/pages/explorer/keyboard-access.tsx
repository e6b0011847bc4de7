import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** Lets the Tab key leave the editors, so that the keyboard reaches every part of the page. */
export function KeyboardAccess() {
  const query = useGraphiQL(({ queryEditor }) => queryEditor);
  const variables = useGraphiQL(({ variableEditor }) => variableEditor);
  const headers = useGraphiQL(({ headerEditor }) => headerEditor);
  const response = useGraphiQL(({ responseEditor }) => responseEditor);
  useEffect(() => {
    for (const editor of [query, variables, headers, response]) editor?.updateOptions({ tabFocusMode: true });
  }, [query, variables, headers, response]);
  return null;
}

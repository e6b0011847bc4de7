import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { controlToken, useStoredValue } from '../shared/stored-value.ts';

/** Reads the schema again when the reader has entered the control token, without which it could not be read. */
export function SchemaRefresh() {
  const { introspect } = useGraphiQLActions();
  const token = useStoredValue(controlToken);
  const usedToken = useRef(token);
  useEffect(() => {
    if (usedToken.current === token) return;
    usedToken.current = token;
    void introspect();
  }, [token, introspect]);
  return null;
}

/** Lets the editors wrap long lines, so that nothing is hidden at the right. */
export function LineWrapping() {
  const query = useGraphiQL(({ queryEditor }) => queryEditor);
  const variables = useGraphiQL(({ variableEditor }) => variableEditor);
  const response = useGraphiQL(({ responseEditor }) => responseEditor);
  useEffect(() => {
    for (const editor of [query, variables, response]) editor?.updateOptions({ wordWrap: 'on' });
  }, [query, variables, response]);
  return null;
}

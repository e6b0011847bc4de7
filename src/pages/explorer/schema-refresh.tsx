import { useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { adminToken, useStoredValue } from '../shared/stored-value.ts';

/** Reads the schema again when the reader has entered the admin token, without which it could not be read. */
export function SchemaRefresh() {
  const { introspect } = useGraphiQLActions();
  const token = useStoredValue(adminToken);
  const usedToken = useRef(token);
  useEffect(() => {
    if (usedToken.current === token) return;
    usedToken.current = token;
    void introspect();
  }, [token, introspect]);
  return null;
}

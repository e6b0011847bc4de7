// The participant, if a backend has the tokens: the page has a cookie that no script can read.

export const signIn = () => location.assign('/sign-in');

/** Nothing to do: the backend has exchanged the code before it sent the page. */
export async function finishSignIn() {}

export const signOut = () => fetch('/sign-out', { method: 'POST' });

/** Sends a document to the API through the backend, which adds the token of the participant. */
export async function send(query, variables) {
  const response = await fetch('/api', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

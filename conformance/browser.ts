import { DomUtils, parseDocument } from 'htmlparser2';
import type { TargetRequest, TargetResponse } from '../src/client/http-message.ts';
import type { Target } from '../src/client/target.ts';
import type { HttpStepRequest } from '../src/cases/case.ts';

type Person = NonNullable<HttpStepRequest['browser']>;

/** A form of a page. */
interface Form {
  action: string;
  fields: Record<string, string>;
}

// The sign-in page, its form, the page of consent, its form, and a redirect after each.
const maxRequests = 10;

/**
 * Opens a page of the platform as the browser of a person does: it keeps cookies, follows redirects on the platform, signs the person in
 * if the sign-in page comes, and allows what an application asks for. Returns the last response. If it leads to the address of the
 * application, which is not asked, its JSON is the parameters of that address.
 */
export async function openInBrowser(
  target: Target,
  request: TargetRequest,
  { person, redirectUri }: { person: Person; redirectUri: string | undefined },
): Promise<TargetResponse> {
  const cookies = new Map<string, string>();
  let address = addressOf(target, request.path);
  let hasSignedIn = false;

  const send = (each: TargetRequest): Promise<TargetResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // The platform remembers where a person wanted to go only if a page may answer.
    const headers = { Accept: 'text/html', ...(cookie !== '' && { Cookie: cookie }), ...each.headers };
    return target.send({ ...each, headers }, (received) => {
      for (const set of received.getSetCookie()) {
        const [, name, value] = /^([^=;]+)=([^;]*)/.exec(set) ?? [];
        if (name !== undefined) cookies.set(name, value!);
      }
    });
  };
  const sendTo = (next: URL, form?: Form): Promise<TargetResponse> => {
    const path = pathOf(target, (address = next));
    if (!form) return send({ method: 'GET', path, headers: {} });
    return send({ method: 'POST', path, ...formBody(form.fields, {}) });
  };
  const formToSend = (text: string): Form | undefined => {
    const forms = formsIn(text);
    const signIn = hasSignedIn ? undefined : forms.find(({ fields }) => 'user[password]' in fields);
    if (signIn) {
      hasSignedIn = true;
      return {
        ...signIn,
        fields: { ...signIn.fields, 'user[email]': person.email, 'user[password]': person.password },
      };
    }
    return forms.find(({ fields }) => 'client_id' in fields && fields['_method'] !== 'delete');
  };

  let response = await send(request);
  for (let count = 1; count < maxRequests; count += 1) {
    const { location, status, text } = response;
    if (location !== undefined) {
      if (redirectUri !== undefined && location.startsWith(redirectUri))
        return { ...response, json: Object.fromEntries(new URL(location).searchParams) };
      const next = new URL(location, address);
      if (next.origin !== address.origin) return response;
      response = await sendTo(next);
    } else {
      const form = status === 200 ? formToSend(text) : undefined;
      if (!form) return response;
      response = await sendTo(new URL(form.action, address), form);
    }
  }
  return response;
}

/** The body of a form and the header that goes with it. */
export const formBody = (
  parameters: Record<string, string>,
  headers: Record<string, string>,
): Pick<TargetRequest, 'headers' | 'body'> => ({
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(parameters).toString(),
});

const addressOf = (target: Target, path = ''): URL => new URL(target.url + path);

/** An address of the platform as a path behind the URL of the endpoint. */
const pathOf = (target: Target, { pathname, search }: URL): string =>
  '/..'.repeat(addressOf(target).pathname.split('/').length - 1) + pathname + search;

const formsIn = (html: string): Form[] =>
  DomUtils.getElementsByTagName('form', parseDocument(html)).map((form) => {
    const inputs = DomUtils.getElementsByTagName('input', form).filter((each) => each.attribs['type'] !== 'checkbox');
    const fields = inputs.map(({ attribs: { name = '', value = '' } }) => [name, value]);
    return { action: form.attribs['action'] ?? '', fields: Object.fromEntries(fields) as Record<string, string> };
  });

// The root package, which checks the types of this folder, does not install autocannon, and autocannon has no types of its own.
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    overallRate?: number;
    requests: { method: 'POST'; headers: Record<string, string>; body: string }[];
    verifyBody(body: string): boolean;
    bailout: number;
  }
  interface Result {
    errors: number;
    non2xx: number;
    mismatches: number;
    duration: number;
    requests: { total: number };
  }
  type ResponseListener = (client: object, statusCode: number, bytes: number, responseMs: number) => void;
  interface Instance extends PromiseLike<Result> {
    on(event: 'response', listener: ResponseListener): void;
  }
  export default function autocannon(options: Options): Instance;
}

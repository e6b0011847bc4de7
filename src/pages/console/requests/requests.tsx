/** Requests. */
export function Requests({ path }: { path: string[] }) {
  return <p>{path.join('/')}</p>;
}

/** Records. */
export function Records({ path }: { path: string[] }) {
  return <p>{path.join('/')}</p>;
}

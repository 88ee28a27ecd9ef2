/** Makes a value when it is first asked for: the first format of Intl costs a slow phone a tenth of a second. */
export function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

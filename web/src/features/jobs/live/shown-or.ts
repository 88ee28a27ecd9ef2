/** Data of a read, undefined while the first one is under way. A list has no error state: refused or failed, it is empty. */
export function shownOr<T>(empty: T, { data, errorUpdateCount }: { data: T | undefined; errorUpdateCount: number }) {
  return data ?? (errorUpdateCount > 0 ? empty : undefined)
}

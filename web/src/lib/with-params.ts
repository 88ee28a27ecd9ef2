/** The parameters of an address with these in place of their own; an empty one leaves it. */
export function withParams(present: URLSearchParams, next: Record<string, string>): URLSearchParams {
  const params = new URLSearchParams(present)
  for (const [name, value] of Object.entries(next)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  return params
}

import { paths } from '@utter/contracts/screens'

/** Where to go after login: `?next=` when it is a path of our own, else the dashboard. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next')
  if (!next) return paths.dashboard
  // Parsed as a browser would: `//elsewhere` and `/\elsewhere` are other sites.
  const base = 'https://own.invalid'
  if (!next.startsWith('/') || !URL.canParse(next, base)) return paths.dashboard
  const { origin, pathname, search: query, hash } = new URL(next, base)
  return origin === base ? `${pathname}${query}${hash}` : paths.dashboard
}

export const logInFor = (path: string): string => `${paths.logIn}?next=${encodeURIComponent(path)}`

/** The way between Log In and Sign up keeps where the person was going. */
export function withNext(path: string, search: URLSearchParams): string {
  const next = search.get('next')
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}

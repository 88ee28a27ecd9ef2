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

export const signUpFor = (path: string): string => `${paths.signUp}?next=${encodeURIComponent(path)}`

const kept = ['next', 'ref']

/** The way between Log In and Sign up keeps where the person was going, and whose invitation led here. */
export function withKept(path: string, search: URLSearchParams): string {
  const own = new URLSearchParams(kept.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])))
  return own.size > 0 ? `${path}?${own}` : path
}

const referralKey = 'referral-code'

/** The code of an invitation, from the address or from an earlier screen of this visit. */
export function referralCodeOf(search: URLSearchParams): string {
  const code = search.get('ref')
  try {
    if (code) sessionStorage.setItem(referralKey, code)
    return code ?? sessionStorage.getItem(referralKey) ?? ''
  } catch {
    return code ?? ''
  }
}

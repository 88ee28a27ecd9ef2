import { build } from '../build.ts'

const key = 'reloaded-for-build'

/**
 * For a chunk that cannot be fetched any more, usually after a deployment: the page is loaded again, once a build, so that a chunk that stays
 * lost ends in its boundary and not in a loop. Not while the server is unavailable: the browser's own error page would take the app's place.
 */
export async function reloadOnce(): Promise<void> {
  try {
    if (sessionStorage.getItem(key) === build()) return
    const { ok } = await fetch('/favicon.svg', { cache: 'no-store' })
    if (!ok) return
    sessionStorage.setItem(key, build())
    location.reload()
  } catch {
    // No storage or no server: the boundary shows what happened.
  }
}

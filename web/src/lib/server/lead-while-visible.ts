import { openTabChannel } from '../tabs.ts'

/** A leader that is hidden, and that no visible tab relieves, stops after this time. */
const hiddenMs = 60_000

/**
 * Runs `lead` in one tab of a browser at a time, a visible one (Web Locks). Another visible tab takes over when the
 * leader is hidden, and leading ends once all have been hidden for 60 s. Without Web Locks, as on a plain-HTTP address,
 * each visible tab leads.
 * @param lead starts to lead, and returns what ends it
 * @returns gives leadership and candidacy up
 */
export function leadWhileVisible(name: string, lead: () => () => void): () => void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  let candidacy: AbortController | undefined
  let resign: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const take = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = lead()
    resign = () => {
      resign = undefined
      candidacy = undefined
      clearTimeout(timer)
      stop()
      resolve()
    }
    if (document.hidden) onHidden()
    return promise
  }
  const stand = () => {
    clearTimeout(timer)
    if (resign || candidacy) return
    candidacy = new AbortController()
    if (!locks) return void take()
    // Rejects when the candidacy is withdrawn.
    locks.request(name, { signal: candidacy.signal }, take).catch(() => undefined)
    channel.post('candidate')
  }
  const withdraw = () => {
    candidacy?.abort()
    candidacy = undefined
  }
  const onHidden = () => {
    if (!resign) return withdraw()
    clearTimeout(timer)
    timer = setTimeout(() => resign?.(), hiddenMs)
    void locks?.query().then(({ pending }) => {
      if (document.hidden && pending?.some((request) => request.name === name)) resign?.()
    })
  }
  const channel = openTabChannel<'candidate'>(`${name}-candidates`, () => {
    if (document.hidden) resign?.()
  })
  const onVisibility = () => (document.hidden ? onHidden() : stand())

  document.addEventListener('visibilitychange', onVisibility)
  if (!document.hidden) stand()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    channel.close()
    if (resign) resign()
    else withdraw()
  }
}

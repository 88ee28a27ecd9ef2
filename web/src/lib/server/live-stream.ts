import { backoffMs } from './backoff.ts'

export type StreamSource = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'close' | 'addEventListener'>

/** A stream that held this long is stable, so the next pause starts again at 1 s. */
const stableAfterMs = 5_000
/** The server sends a heartbeat each 15 s: after three of them the line is dead, though the browser may believe otherwise. */
const silentMs = 45_000
/** The longest silence when a person or the network comes back: a connection silent for longer is replaced at once. */
const silentOnReturnMs = 20_000
const checkEveryMs = 5_000

export interface LiveStreamOptions {
  url: string
  onOpen?: () => void
  onMessage: (data: unknown, id: string) => void
  /** Named events, besides the unnamed ones. */
  onEvent?: Record<string, (data: unknown) => void>
  /** Any sign of life, the heartbeat included. */
  onAlive?: () => void
  /** Called after each break, to read the changes that it may have hidden; false ends the stream for good. */
  shouldReopen: () => Promise<boolean>
  connect?: (url: string) => StreamSource
  now?: () => number
  random?: () => number
}

/**
 * Follows an event stream over its breaks: close, ask, reopen after 1, 2, 4 … 30 s with full jitter. Silence is a break too.
 * @returns ends it
 */
export function followStream(options: LiveStreamOptions): () => void {
  const { url, onOpen, onMessage, onEvent = {}, onAlive, shouldReopen, now = Date.now, random } = options
  const connect = options.connect ?? ((at: string): StreamSource => new EventSource(at))
  let source: StreamSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isEnded = false
  let openedAt: number | undefined
  let aliveAt = now()

  const alive = () => {
    aliveAt = now()
    onAlive?.()
  }
  const open = () => {
    timer = undefined
    openedAt = undefined
    aliveAt = now()
    source = connect(url)
    source.onopen = () => {
      openedAt = now()
      alive()
      onOpen?.()
    }
    source.onmessage = (event) => {
      alive()
      const data = parse(event.data)
      if (data !== undefined) onMessage(data, event.lastEventId)
    }
    source.addEventListener('heartbeat', alive)
    for (const [name, handle] of Object.entries(onEvent)) {
      source.addEventListener(name, (event: MessageEvent) => {
        alive()
        handle(parse(event.data))
      })
    }
    source.onerror = () => void onBreak()
  }
  const onBreak = async () => {
    if (!source) return
    source.close()
    source = undefined
    if (openedAt !== undefined && now() - openedAt >= stableAfterMs) tries = 0
    const goesOn = await shouldReopen().catch(() => true)
    if (isEnded || !goesOn) return
    timer = setTimeout(open, backoffMs(tries, random))
    tries += 1
  }
  const breakIfSilent = (ms: number) => {
    if (source && now() - aliveAt > ms) void onBreak()
  }
  const onReturn = () => {
    if (!document.hidden) breakIfSilent(silentOnReturnMs)
  }

  open()
  const watch = setInterval(() => breakIfSilent(silentMs), checkEveryMs)
  document.addEventListener('visibilitychange', onReturn)
  addEventListener('online', onReturn)
  return () => {
    isEnded = true
    clearTimeout(timer)
    clearInterval(watch)
    document.removeEventListener('visibilitychange', onReturn)
    removeEventListener('online', onReturn)
    source?.close()
    source = undefined
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

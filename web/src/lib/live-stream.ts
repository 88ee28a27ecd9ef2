import { backoffSeconds } from './backoff.ts'

export type StreamSource = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'close'>

/** A stream that held this long was sound, so the next pause starts again at 1 s. */
const soundAfterMs = 5_000

export interface LiveStreamOptions {
  url: string
  /** `isReopened`: changes may have been missed. */
  onOpen?: (isReopened: boolean) => void
  onMessage: (data: unknown, id: string) => void
  /** Called after each break, to read the changes that it may have hidden; false ends the stream for good. */
  shouldReopen: () => Promise<boolean>
  connect?: (url: string) => StreamSource
  now?: () => number
}

/** Follows an event stream over its breaks: close, ask, reopen after 1, 2, 4 … 30 s. @returns ends it */
export function followStream(options: LiveStreamOptions): () => void {
  const { url, onOpen, onMessage, shouldReopen, now = Date.now } = options
  const connect = options.connect ?? ((at: string): StreamSource => new EventSource(at))
  let source: StreamSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isEnded = false
  let wasOpen = false

  const open = () => {
    let openedAt: number | undefined
    source = connect(url)
    source.onopen = () => {
      openedAt = now()
      onOpen?.(wasOpen)
      wasOpen = true
    }
    source.onmessage = (event) => {
      const data = parse(event.data)
      if (data !== undefined) onMessage(data, event.lastEventId)
    }
    source.onerror = async () => {
      source?.close()
      if (openedAt !== undefined && now() - openedAt >= soundAfterMs) tries = 0
      const goesOn = await shouldReopen().catch(() => true)
      if (isEnded || !goesOn) return
      timer = setTimeout(open, backoffSeconds(tries) * 1_000)
      tries += 1
    }
  }
  open()

  return () => {
    isEnded = true
    clearTimeout(timer)
    source?.close()
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

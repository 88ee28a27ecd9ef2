/** Messages between the tabs of this browser; each is heard by all others, never by its sender. */
export interface TabChannel<T> {
  post: (message: T) => void
  close: () => void
}

/** A named channel of all tabs. Where the browser has none, each tab is on its own. */
export function openTabChannel<T>(name: string, onMessage: (message: T) => void): TabChannel<T> {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, close: () => {} }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<T>) => onMessage(data)
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}

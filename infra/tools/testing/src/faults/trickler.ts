import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Trickle = {
  url: string
  /** An address of this machine, which counts as a visitor of its own. */
  from: string
  /** Sent at once. */
  begin?: string
  /** Sent a byte at a time, from its start again when it is over; absent: nothing more comes. */
  rest?: string
}

const byteEveryMs = 250

/** A client that takes its time with a request, until the other side has enough. */
export type Trickler = Disposable & {
  socket: Socket
  /** The answer until the connection was closed, and the time until then in ms. */
  ended: Promise<{ answer: string; ms: number }>
}

export async function openTrickler({ url, from, begin = '', rest = '' }: Trickle): Promise<Trickler> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress: from })
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  const startedMs = performance.now()
  let answer = ''
  socket.on('data', (part: Buffer) => {
    answer += part.toString('latin1')
  })
  if (begin) socket.write(begin)
  let sent = 0
  const trickling = rest ? setInterval(() => socket.write(rest.charAt(sent++ % rest.length)), byteEveryMs) : undefined
  const ended = once(socket, 'close').then(() => {
    clearInterval(trickling)
    return { answer, ms: performance.now() - startedMs }
  })
  return { socket, ended, [Symbol.dispose]: () => void socket.destroy() }
}

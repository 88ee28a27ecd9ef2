import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../eventually.ts'

type Member = { url: string; privateUrl: string }
export type Balancer = Awaited<ReturnType<typeof openBalancer>>

const probeEveryMs = 100
/** A frozen replica takes connections and answers nothing. */
const probeLimitMs = 1_000

/** As of Kubernetes: on a busy machine one probe may take longer than its limit. An answer that it is not ready counts at once. */
const maxUnanswered = 3

/**
 * A balancer like a Service of Kubernetes: gives each new connection to the next replica that was ready when it was last probed, every
 * 100 ms, and leaves connections that are open where they are.
 * @param port its own; a free one, if not given
 */
export async function openBalancer(members: Member[], port = 0) {
  let ready = [...members]
  let turn = 0
  const open = new Set<Socket>()
  const unanswered = new Map<Member, number>()
  const isReady = async (member: Member) => {
    try {
      const { ok } = await fetch(`${member.privateUrl}/health/ready`, { signal: AbortSignal.timeout(probeLimitMs) })
      unanswered.delete(member)
      return ok
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') return false
      const times = (unanswered.get(member) ?? 0) + 1
      unanswered.set(member, times)
      return times < maxUnanswered && ready.includes(member)
    }
  }
  const closed = new AbortController()
  const probing = (async () => {
    while (!closed.signal.aborted) {
      const probed = [...members]
      const answers = await Promise.all(probed.map(isReady))
      ready = probed.filter((_, index) => answers[index])
      await pause(probeEveryMs)
    }
  })()
  const server = createServer((client) => {
    const { hostname, port } = new URL(ready[turn++ % ready.length]?.url ?? 'http://127.0.0.1:1')
    const replica = connect(Number(port), hostname)
    for (const [one, other] of [
      [client, replica],
      [replica, client],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroySoon()
      })
      one.pipe(other)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when a probe has found it ready: it gets its share from then on. */
    async add(member: Member): Promise<void> {
      members.push(member)
      await eventually(`${member.url} is ready for the balancer`, () => ready.includes(member))
    },
    /**
     * Gets nothing from the next probe on, and is probed no more: the ports of one that has ended may be another process' by then,
     * which would be ready in its place.
     */
    remove(member: Member): void {
      const at = members.indexOf(member)
      if (at >= 0) members.splice(at, 1)
    },
    async close(): Promise<void> {
      closed.abort()
      await probing
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

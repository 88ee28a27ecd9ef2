import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isFinal } from '@utter/contracts/jobs'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { type Follower, follow } from '@utter/testing/customers/follower'
import { retryOnClosedSocket } from '@utter/testing/customers/retry-on-closed-socket'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { openBalancer } from '@utter/testing/setup/balancer'
import { ownPlatform } from '@utter/testing/setup/provided'
import { type Replica, startReplica } from '@utter/testing/setup/replica'
import { silence } from '@utter/testing/vendors/fake-openai'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** More than ten probes of the balancer, and longer than a gateway keeps a connection that nothing goes through. */
const stopDelay = { STOP_DELAY_MS: '3000' }
const requestEveryMs = 40
/** Every so many requests a job is submitted; the others read. */
const submitEvery = 20

let closing: AsyncDisposableStack
let vendor: Awaited<ReturnType<typeof openVendor>>
let careful: RetryingCustomer

async function replica(name: string, more: Record<string, string> = {}): Promise<Replica> {
  return closing.use(await startReplica(name, { ...stopDelay, ...more }))
}
async function behindBalancer(start: () => Promise<Replica>) {
  const replicas = await Promise.all([start(), start()])
  const balancer = await openBalancer(replicas)
  closing.defer(() => balancer.close())
  return { balancer, replicas }
}
const join = (at: string) => RetryingCustomer.signUp(at, 'enterprise')

beforeEach(async () => {
  closing = new AsyncDisposableStack()
  vendor = await openVendor()
})
afterEach(async () => {
  await closing.disposeAsync()
  await vendor.close()
})

/** Requests at a steady pace, each waited for: what was answered, or thrown, by each that did not succeed. */
function startLoad() {
  const failed: unknown[] = []
  const follows: Follower[] = []
  const stop = new AbortController()
  const underWay: Promise<void>[] = []
  let sent = 0
  let repeated = 0
  const one = async (at: number) => {
    try {
      const isSubmission = at % submitEvery === 0
      const requestId = randomUUID()
      const answer = await retryOnClosedSocket(
        () => (isSubmission ? careful.customer.speak('Yes.', { requestId }) : careful.customer.get('/api/stats')),
        () => repeated++,
      )
      if (answer.status !== 200 && answer.status !== 202) failed.push([answer.status, answer.body])
      else if (isSubmission) {
        careful.jobIds.push(jobIdOf(answer))
        follows.push(follow(careful.customer, `/api/events/${jobIdOf(answer)}`))
      }
    } catch (error) {
      failed.push(error)
    }
  }
  const running = (async () => {
    for (; !stop.signal.aborted; sent++) {
      underWay.push(one(sent))
      await pause(requestEveryMs)
    }
  })()
  return {
    ...{ failed, follows },
    async stop() {
      stop.abort()
      await running
      await Promise.all(underWay)
      return { sent, repeated }
    },
  }
}

test('each of two gateways and two jobs is asked to stop under load: no request fails, and streams go on', async () => {
  const jobs = await behindBalancer(() => replica('jobs'))
  const aGateway = () => replica('gateway', { JOBS_URL: jobs.balancer.url })
  const gateways = await behindBalancer(aGateway)
  careful = await join(gateways.balancer.url)
  const ofAccount = follow(careful.customer, '/api/events', `${Date.now()}-x-1`)
  const load = startLoad()
  const ends: { code: number | null; ms: number }[] = []
  await eventually('there is load', () => careful.jobIds.length > 2)
  for (const [round, group] of [gateways, jobs, gateways, jobs].entries()) {
    ends.push(
      ...((await group.replicas
        .shift()
        ?.stop('SIGTERM')
        .then((end) => [end])) ?? []),
    )
    // Before the last two go, their successors have come.
    if (round !== 1) continue
    const [gateway, another] = await Promise.all([aGateway(), replica('jobs')])
    await Promise.all([gateways.balancer.add(gateway), jobs.balancer.add(another)])
  }
  const { sent, repeated } = await load.stop()
  expect(load.failed).toEqual([])
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(Math.max(...ends.map(({ ms }) => ms))).toBeLessThan(15_000)
  expect(sent).toBeGreaterThan(200)
  expect(repeated).toBeLessThan(sent / 50)

  await careful.allEnded()
  await Promise.all(load.follows.map(({ over }) => over))
  ofAccount.stop()
  const broken = [...load.follows, ofAccount].flatMap((stream) => stream.broken)
  expect(broken).toEqual([])
  for (const stream of load.follows) {
    const ids = stream.all().map(({ id }) => Number(id))
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => i + 1))
    expect(isFinal(String(stream.all().at(-1)?.data.status))).toBe(true)
  }
  // Its streams were ended with their gateways, and each went on where it had been: a resumption may begin a little earlier.
  expect(ofAccount.connections.length).toBeGreaterThan(1)
  const received = new Set(ofAccount.all().map(({ data }) => `${data.jobId} ${data.version}`))
  const rows = await careful.rows()
  const all = rows.flatMap(({ id, version }) => Array.from({ length: version }, (_, i) => `${id} ${i + 1}`))
  expect(all.filter((one) => !received.has(one))).toEqual([])
  for (const { events } of ofAccount.connections) {
    const ofOne = events.map(({ data }) => `${data.jobId} ${data.version}`)
    expect(new Set(ofOne).size).toBe(ofOne.length)
  }
  await expectAtRest(careful.customer, { disturbed: false, accepted: careful.jobIds })
})

test('what is under way when a process is asked to stop is answered, and after it nobody is', async () => {
  const { url } = ownPlatform()
  expect((await fetch(`${url}/api/plans`)).status).toBe(200)
  const gateway = await replica('gateway')
  const { customer } = await join(gateway.url)
  const waited = customer.speak('This is waited for.', { prefer: 'wait' })
  const { code } = await gateway.stop('SIGTERM')
  expect([200, 202]).toContain((await waited).status)
  expect(code).toBe(0)
  await expect(fetch(gateway.url)).rejects.toThrow()
})

test('with an answer that is waited for, a stream and a file that nobody reads on, each process exits 0 in its time', async () => {
  careful = await join(ownPlatform().url)
  const recording = await careful.customer.finished(
    jobIdOf(await careful.customer.speak('A sentence that is long enough to be read slowly. '.repeat(40))),
  )
  const speech = await replica('speech')
  const ownJobs = await replica('jobs')
  const gateway = await replica('gateway', { JOBS_URL: ownJobs.url, SPEECH_URL: speech.url })
  const customer = new Customer(gateway.url, careful.customer.headers)
  const { hostname, port } = new URL(gateway.url)
  const reader = connect(Number(port), hostname)
  closing.defer(() => void reader.destroy())
  reader.on('error', () => {})
  reader.write(`GET ${recording.audioUrl} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await once(reader, 'readable')
  const stream = await fetch(`${gateway.url}/api/events`, { headers: customer.headers })
  vendor.answers(silence)
  const waited = customer.post(
    '/api/reply',
    { userText: 'Nobody answers this.', requestId: randomUUID(), voiceId: 'default' },
    { prefer: 'wait=60' },
  )
  await eventually('the answer is waited for', () => vendor.requests.length > 0)

  const ends = await Promise.all([ownJobs, speech, gateway].map((one) => one.stop('SIGTERM')))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(Math.max(...ends.map(({ ms }) => ms))).toBeLessThan(15_000)
  const answer = await waited
  expect(answer.status).toBe(202)
  await stream.text()
  // Otherwise the next file's vendor would get its request.
  vendor.recovers()
  vendor.breakOff()
  expect((await careful.customer.finished(jobIdOf(answer))).status).toBe('completed')
})

import { randomUUID } from 'node:crypto'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { createServer } from '@utter/http/server'
import { systemClock as clock } from '@utter/runtime/clock'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { createLog } from '@utter/telemetry/log'
import { createCallers, newIdentity } from '@utter/testing/callers'
import { buildApp } from '../../src/app.ts'
import { createJobsClient, type JobsClient } from '../../src/clients/jobs.ts'
import type { BroadcastDeps, Deps } from '../../src/deps.ts'
import { createHub } from '../../src/streams/hub.ts'
import { createStreamLimit } from '../../src/streams/stream-limit.ts'
import { openStreamRegistry } from '../../src/streams/stream-registry.ts'

export const callers = createCallers('notifier')
const log = createLog('notifier', 'silent')
const address = '127.0.0.1'
/** No stream has to do with webhooks. */
const noWebhooks = {} as Omit<Deps, keyof BroadcastDeps | 'jobs' | 'streamLimit' | 'guard' | 'log'>

/** The service on a port of its own; jobs answers as given, and `token` and `headers` are those of one account. */
export async function openNotifier(answers: Partial<JobsClient> = {}, { maxPerAccount = 10, maxStreams = 100 } = {}) {
  const userId = randomUUID()
  const token = callers.account(newIdentity({ userId }))
  const hub = createHub()
  const jobs: JobsClient = {
    job: async () => null,
    work: async () => null,
    versions: async () => ({}),
    details: async () => ({}),
    changedSince: async () => [],
    ...answers,
  }
  const streams = openStreamRegistry({ jobs, hub, clock, log })
  const app = buildApp(
    {
      hub,
      jobs,
      streams,
      streamLimit: createStreamLimit({ ofAccount: maxPerAccount, inAll: maxStreams }),
      guard: createIdentityGuard(callers.publicKeys, 'notifier'),
      audio: createAudioAddresses(['k'.repeat(32)]),
      clock,
      log,
      ...noWebhooks,
    },
    log,
  )
  const url = await app.listen({ port: 0, host: address })
  return {
    hub,
    streams,
    url,
    userId,
    token,
    headers: { [identityHeader]: token },
    /** A request that is answered without a stream. */
    async inject(path: string, token: string | undefined, more: Record<string, string> = {}) {
      const headers = { ...(token !== undefined && { [identityHeader]: token }), ...more }
      const {
        statusCode,
        headers: answered,
        payload,
      } = await app.inject({ method: 'GET', url: path, headers, signal: AbortSignal.timeout(5_000) })
      return { status: statusCode, headers: answered, body: payload === '' ? undefined : JSON.parse(payload) }
    },
    async [Symbol.asyncDispose]() {
      await streams[Symbol.asyncDispose]()
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
    },
  }
}

/** The real client of a jobs that answers every call with this status. */
export async function openFailingJobs(status: number) {
  const server = createServer({ log })
  let calls = 0
  server.all('/*', (_request, reply) => {
    calls++
    return reply.code(status).send({ error: 'no' })
  })
  const url = await server.listen({ port: 0, host: address })
  const client = createJobsClient(url, callers.identity.signer('notifier'))
  return { client, calls: () => calls, [Symbol.asyncDispose]: () => server.close() }
}

/** A stream up to its end, or to the event that holds `last`. */
export async function textOf(response: Response, last?: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (last !== undefined && text.includes(last) && text.endsWith('\n\n')) break
  }
  return text
}

/** The lines of a stream that begin so. */
export async function linesOf(response: Response, field: 'id' | 'data', last?: string): Promise<string[]> {
  const text = await textOf(response, last)
  return [...text.matchAll(new RegExp(`^${field}: (.*)$`, 'gm'))].map(([, value = '']) => value)
}

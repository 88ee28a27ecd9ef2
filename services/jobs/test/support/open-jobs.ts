import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { createLog } from '@utter/telemetry/log'
import { createCallers } from '@utter/testing/callers'
import { testStatements } from '@utter/testing/statements'
import { expect } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import { openLifecycle } from './open-lifecycle.ts'

export const callers = createCallers('jobs')

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
type Sent = { body?: unknown; headers?: Record<string, string> }

/** The real routes of jobs on the lifecycle of a test, without load shedding unless one is given. */
export async function openJobs(
  database: string,
  { speech, ...more }: Partial<Omit<Deps, 'speech'>> & { speech?: Partial<Deps['speech']> } = {},
) {
  const lifecycle = await openLifecycle(`jobs-${database}`)
  const app = buildApp(
    {
      ...lifecycle.deps,
      guard: createIdentityGuard(callers.publicKeys, 'jobs'),
      served: { read: async () => [] },
      statements: testStatements,
      audio: createAudioAddresses(['a'.repeat(32)]),
      account: { exported: async () => expect.unreachable('no test exports') },
      speech: { live: async () => undefined, sound: async () => undefined, bytes: async () => undefined, ...speech },
      voices: { list: async () => [], own: async () => [] },
      wordTimes: { of: async () => undefined },
      keptPieces: { shareOf: async () => ({ hasAny: false, share: 0 }) },
      publicUrl: 'https://utter.example',
      loadShedding: { run: (submit) => submit(), checkRoom: () => {} },
      foreignLanguage: () => expect.unreachable('no voice has languages here'),
      webhookTargets: { allowPrivate: false, allowPlain: false },
      isProduction: false,
      beginSpeechSeconds: 30,
      stopping: new AbortController().signal,
      ...more,
    },
    createLog('jobs', 'silent'),
  )
  return {
    ...lifecycle,
    async request(method: Method, url: string, token: string | undefined, sent: Sent = {}) {
      const { body, ...answer } = await this.text(method, url, token, sent)
      return { ...answer, body: body === '' ? undefined : JSON.parse(body) }
    },
    /** As `request`, with the body as it was sent. */
    async text(method: Method, url: string, token: string | undefined, sent: Sent = {}) {
      const { raw, ...answer } = await this.bytes(method, url, token, sent)
      return { ...answer, body: raw.toString() }
    },
    async bytes(method: Method, url: string, token: string | undefined, { body, headers }: Sent = {}) {
      const answer = await app.inject({
        method,
        url,
        headers: { ...(token !== undefined && { [identityHeader]: token }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: answer.statusCode, headers: answer.headers, raw: answer.rawPayload }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await lifecycle.close()
    },
  }
}
export type Jobs = Awaited<ReturnType<typeof openJobs>>

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Claims } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import type { IdentityGuard } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createAudioAddresses } from '@utter/storage/audio-address'
import { openAudioFolder } from '@utter/storage/audio-folder'
import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Deps } from '../src/deps.ts'
import { audioName } from '../src/store/audio-name.ts'

const jobId = randomUUID()
const name = audioName(jobId, randomUUID())
const audio = createAudioAddresses('k'.repeat(32))
let closing: AsyncDisposableStack
let app: ReturnType<typeof buildApp>

beforeEach(async () => {
  closing = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'utter-audio-route-'))
  closing.defer(() => rm(folder, { recursive: true }))
  const files = await openAudioFolder(folder)
  await files.write(name, Buffer.from('0123456789'))
  const claims = {
    find: async (id: string) =>
      id === jobId ? { userId: 'u', result: { value: { name, sizeBytes: 10, durationMs: 1, peaks: [] } } } : null,
  } as unknown as Claims<AudioRef>
  const visitors: Partial<IdentityGuard> = {
    anybody: async (request) => {
      request.caller = { address: '127.0.0.1' }
    },
  }
  app = buildApp({ claims, files, guard: visitors, audio, clock } as unknown as Deps, createLog('test', 'silent'))
  closing.defer(() => app.close())
})
afterEach(() => closing.disposeAsync())

test('a signed address plays in a page of any site', async () => {
  const answer = await app.inject({ url: audio.sign(jobId, clock.now()) })
  expect([answer.statusCode, answer.body]).toEqual([200, '0123456789'])
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('a part of it too', async () => {
  const answer = await app.inject({
    url: audio.sign(jobId, clock.now()),
    headers: { range: 'bytes=2-4' },
  })
  expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test.each([
  ['without a signature', `/audio/${jobId}.mp3`],
  ['of a job that is not there', audio.sign(randomUUID(), clock.now())],
  ['that is no name', '/audio/..%2fsecrets'],
])('an address %s is a 403', async (_, url) => {
  const answer = await app.inject({ url })
  expect([answer.statusCode, answer.json().error]).toEqual([403, 'This audio is not available'])
})

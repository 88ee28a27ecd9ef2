import { randomUUID } from 'node:crypto'
import type { Claims } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { audioName } from '@utter/storage/audio/name'
import { createLog } from '@utter/telemetry/log'
import { createCallers, newIdentity } from '@utter/testing/callers'
import { openFolder } from '@utter/testing/open-folder'
import { buildApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { aVoice } from './a-voice.ts'

export const callers = createCallers('speech')
export const audio = createAudioAddresses(['k'.repeat(32)])
export const owner = newIdentity()
/** A job of the owner with an mp3 of ten bytes, and one that failed. */
export const [jobId, failedJobId] = [randomUUID(), randomUUID()]

/** The header of a request with this token: of a visitor, unless another is given. */
export const signed = (token = callers.visitor) => ({ [identityHeader]: token })

export const voice = aVoice('one', { language: 'en-US', aliases: ['default', 'alloy'] })

/** The service's routes, with a folder of their own and two claims. */
export async function openSpeech(given: Partial<Deps> = {}) {
  const closing = new AsyncDisposableStack()
  const files = await openAudioFolder(closing.use(await openFolder()).path)
  const name = audioName(jobId, randomUUID())
  await files.write(name, Buffer.from('0123456789'))
  const results: Record<string, Awaited<ReturnType<Claims<AudioRef>['find']>>> = {
    [jobId]: { userId: owner.userId, result: { value: { name, sizeBytes: 10, durationMs: 1, peaks: [] } } },
    [failedJobId]: { userId: owner.userId, result: { failed: { code: 'text_left_out', error: 'Left out' } } },
  }
  const claims: Pick<Claims<AudioRef>, 'find'> = { find: async (id) => results[id] ?? null }
  const speech: Pick<SpeechProvider, 'voices'> = { voices: async () => [voice] }
  const deps = {
    claims,
    files,
    speech,
    guard: createIdentityGuard(callers.publicKeys, 'speech'),
    audio,
    samples: { want: () => {} },
    vendors: [],
    clock,
    ...given,
  }
  const app = buildApp(deps as Deps, createLog('speech', 'silent'))
  closing.defer(() => app.close())
  const ask = async (
    url: string,
    headers: Record<string, string> = signed(),
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' = 'GET',
    payload?: object,
  ) => {
    const answer = await app.inject({ url, headers, method, ...(payload && { payload }) })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body, json: () => answer.json() }
  }
  const askBytes = async (url: string, headers: Record<string, string>) => {
    const answer = await app.inject({ url, headers })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  return { ask, askBytes, files, name, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

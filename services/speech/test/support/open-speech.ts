import { randomUUID } from 'node:crypto'
import type { Claims } from '@utter/contracts/claims'
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
import type { StoredAudio } from '../../src/domain/stored-audio.ts'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { aVoice } from './a-voice.ts'

export const callers = createCallers('speech')
export const audio = createAudioAddresses(['k'.repeat(32)])
export const owner = newIdentity()
/** A job of the owner with an mp3 of ten bytes and the times of its words, one that failed, and one whose words have no times. */
export const [jobId, failedJobId, wordlessJobId] = [randomUUID(), randomUUID(), randomUUID()]
export const spokenWords = [
  { word: 'Good', start: 0.05, end: 0.3, estimated: true },
  { word: 'morning', start: 0.3, end: 0.8, estimated: false },
]

/** The header of a request with this token: of a visitor, unless another is given. */
export const signed = (token = callers.visitor) => ({ [identityHeader]: token })

export const voice = aVoice('one', { language: 'en-US', aliases: ['default', 'alloy'] })

/** The service's routes, with a folder of their own and two claims. */
export async function openSpeech(given: Partial<Deps> = {}) {
  const closing = new AsyncDisposableStack()
  const files = await openAudioFolder(closing.use(await openFolder()).path)
  const name = audioName(jobId, randomUUID())
  await files.write(name, Buffer.from('0123456789'))
  const audioRef = { name, sizeBytes: 10, durationMs: 1, peaks: [] }
  const results: Record<string, Awaited<ReturnType<Claims<StoredAudio>['find']>>> = {
    [jobId]: {
      userId: owner.userId,
      result: {
        value: {
          ...audioRef,
          words: {
            texts: ['Good', 'morning'],
            ms: [50, 300, 300, 800],
            told: [false, true],
            phonemes: ['', 'm100ɔː150ɹ250'],
          },
        },
      },
    },
    [wordlessJobId]: { userId: owner.userId, result: { value: audioRef } },
    [failedJobId]: { userId: owner.userId, result: { failed: { code: 'text_left_out', error: 'Left out' } } },
  }
  const claims: Pick<Claims<StoredAudio>, 'find'> = { find: async (id) => results[id] ?? null }
  const speech: Pick<SpeechProvider, 'voices'> = { voices: async () => [voice] }
  const deps = {
    claims,
    files,
    speech,
    guard: createIdentityGuard(callers.publicKeys, 'speech'),
    audio,
    samples: { want: () => {} },
    liveSounds: { find: async () => undefined },
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

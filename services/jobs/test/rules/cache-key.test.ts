import { ttsDefaults } from '@utter/contracts/jobs'
import { blends, speechVersion } from '@utter/contracts/settings'
import { describe, expect, test } from 'vitest'
import { cacheKeyOf, isMadeWith, type PresentVersions } from '../../src/domain/job/cache-key.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { aJob } from '../support/a-job.ts'

const keyOf = (more: Partial<Job> = {}, kind: Job['kind'] = 'tts') => cacheKeyOf(aJob(more, kind))

describe('a job has the key of what it sounds like', () => {
  test('which its session is no part of, but for a reply', () => {
    expect(keyOf({ sessionId: 's' })).toBe(keyOf())
    expect(keyOf({}, 'reply')).toBeDefined()
    expect(keyOf({}, 'reply')).not.toBe(keyOf())
    expect(keyOf({ sessionId: 's' }, 'reply')).toBeUndefined()
  })
  test.each<Partial<Job>>([
    { userText: 'Other' },
    { voiceId: 'w' },
    { ttsSettings: { ...ttsDefaults, speed: 1.5 } },
    { language: 'es' },
    { textNormalization: 'off' },
    { seed: 0 },
    { check: 'words' },
  ])('and %o is another', (more) => {
    expect(keyOf(more)).not.toBe(keyOf())
  })
  test('and so is another seed', () => {
    expect(keyOf({ seed: 1 })).toBe(keyOf({ seed: 1 }))
    expect(keyOf({ seed: 1 })).not.toBe(keyOf({ seed: 2 }))
  })
  test('and who else may speak it is no part of that', () => {
    expect(keyOf({ fallback: 'any' })).toBe(keyOf())
  })
  const joe = { id: 'joe', settings: ['stability', 'style'] }
  const names = { joe, alloy: joe, default: joe, rms: { id: 'rms', settings: [] } }
  const named = (voiceId: string, settings: Partial<Job['ttsSettings']> = {}) =>
    cacheKeyOf(aJob({ voiceId, ttsSettings: { ...ttsDefaults, ...settings } }, 'tts'), { names })
  test('by whichever of its names a voice is asked for', () => {
    expect(new Set(['joe', 'alloy', 'default'].map((name) => named(name))).size).toBe(1)
    expect(named('rms')).not.toBe(named('joe'))
    expect(named('clone')).toBe(keyOf({ voiceId: 'clone', ttsSettings: ttsDefaults }))
  })
  test('of which settings that do not act on the voice are no part', () => {
    expect(named('joe', { similarityBoost: 0.1, speakerBoost: false })).toBe(named('joe'))
    expect(named('rms', { stability: 0.1, style: 0.9 })).toBe(named('rms'))
    for (const acting of [{ stability: 0.1 }, { style: 0.9 }, { speed: 1.5 }])
      expect(named('joe', acting)).not.toBe(named('joe'))
    expect(named('rms', { speed: 1.5 })).not.toBe(named('rms'))
  })
  test('which a version without languages gave it too', () => {
    expect(keyOf({ userText: 'Hi', voiceId: 'joe' })).toBe('t8nIxbyXlxEzUPJJvY7f_bIjNmFcCIzMpdagUzCYhgY')
  })
})

describe('an earlier job is as one would be made now', () => {
  const speech = { provider: 'piper', model: 'joe-1', voice: 'joe' }
  const chat = { provider: 'openai', model: 'm' }
  const now: PresentVersions = { chat: 'openai/m', speech: { v: 'piper/joe-1/joe' } }
  const is = (work: object | undefined, kind: Job['kind'] = 'tts', present = now) =>
    isMadeWith({ kind, work } as Pick<Job, 'kind' | 'work'>, 'v', present)

  test('when the voice is the same, and for a reply the model too', () => {
    expect(is({ speech })).toBe(true)
    expect(is({ speech, chat }, 'reply')).toBe(true)
    expect(is({ speech, chat: { ...chat, model: 'n' } }, 'reply')).toBe(false)
    expect(is({ speech: { ...speech, model: 'joe-2' } })).toBe(false)
  })
  test('not when another voice has spoken it, in place of one whose vendor was away', () => {
    const present = { ...now, speech: { v: 'elevenlabs/m2/rachel', joe: 'piper/joe-1/joe' } }
    expect(is({ speech }, 'tts', present)).toBe(false)
    expect(is({ speech: { provider: 'elevenlabs', model: 'm2', voice: 'rachel' } }, 'tts', present)).toBe(true)
    expect(is({ speech: { ...speech, instead: [{ voiceId: 'rachel', voice: 'joe', provider: 'piper' }] } })).toBe(false)
  })
  test('not when its text was read by other rules', () => {
    const present = { ...now, speech: { v: 'piper/joe-1/joe/r2' } }
    expect(is({ speech: { ...speech, textRules: 'r2' } }, 'tts', present)).toBe(true)
    expect(is({ speech: { ...speech, textRules: 'r1' } }, 'tts', present)).toBe(false)
    expect(is({ speech }, 'tts', present)).toBe(false)
  })
  test('when its blend is mixed by the same model; its id is made of what it is mixed of', () => {
    const voice = `blend-${'a'.repeat(32)}`
    const work = { speech: { provider: 'kokoro', model: 'k1', voice } }
    const isNow = (version: string) =>
      isMadeWith({ kind: 'tts', work } as never, voice, { speech: { [blends]: version } })
    expect([isNow('kokoro/k1/blend-*'), isNow('kokoro/k2/blend-*')]).toEqual([true, false])
  })
  test.each(['provider', 'model', 'voice'])('not when its worker did not report the %s', (field) => {
    const reported = { ...speech, [field]: undefined }
    // Were it compared, it would be equal.
    expect(is({ speech: reported }, 'tts', { speech: { v: speechVersion(reported) } })).toBe(false)
  })
  test('not when nothing was reported, or while nothing is known', () => {
    expect(is(undefined)).toBe(false)
    expect(is({ speech }, 'reply')).toBe(false)
    expect(is({ speech, chat: { model: 'm' } }, 'reply', { ...now, chat: 'undefined/m' })).toBe(false)
    expect(is({ speech }, 'tts', {})).toBe(false)
  })
})

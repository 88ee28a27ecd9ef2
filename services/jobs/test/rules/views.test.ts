import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { describe, expect, test } from 'vitest'
import { Estimates } from '../../src/domain/estimates.ts'
import { answeredOf, rowOf, submittedOf, viewOf, writtenOf } from '../../src/views/job-bodies.ts'
import { aJob, now } from '../support/a-job.ts'

describe('what an owner sees', () => {
  const signing = { audio: createAudioAddresses(['k'.repeat(32)]), estimates: new Estimates(), now }
  const hidden = [
    'userId',
    'bodyHash',
    'audio',
    'lane',
    'expectedMs',
    'queue',
    'call',
    'startedAttempt',
    'attempt',
    'unpublishedSince',
    'unsettled',
  ]
  test.each(['pending', 'completed', 'failed'] as const)('of a %s job holds nothing of the inside', (status) => {
    const job = aJob({ status, audio: { name: 'secret-name', sizeBytes: 1, durationMs: 1, peaks: [] } })
    for (const view of [
      rowOf(job, signing),
      viewOf(job, signing),
      submittedOf(job, 0, signing),
      answeredOf(job, signing, true),
    ]) {
      expect(JSON.stringify(view)).not.toContain('secret-name')
      expect(Object.keys(view).filter((key) => hidden.includes(key))).toEqual([])
      expect('audioUrl' in view).toBe(status === 'completed' && !('position' in view))
    }
  })
  test('a key that may not read jobs sees the state of a job that it wrote, and nothing that was said', () => {
    const links = { job: '/api/jobs/job-1', events: '/api/events/job-1' }
    const failed = aJob({
      _id: 'job-1',
      status: 'failed',
      code: 'voice_failed',
      error: 'About “hello”',
      aiResponse: 'hello',
    })
    expect(writtenOf(failed)).toEqual({ id: 'job-1', status: 'failed', code: 'voice_failed', links })
    const state = { jobId: 'job-1', status: 'failed', code: 'voice_failed', cached: false, links }
    expect(answeredOf(failed, signing, false)).toEqual(state)
    expect(answeredOf(failed, signing, true)).toEqual({ ...state, aiResponse: 'hello', error: 'About “hello”' })
    expect(answeredOf(aJob({ status: 'completed' }), signing, false)).not.toHaveProperty('audioUrl')
  })
  test('a job that was spoken names the voice and its provider, by whomever it was asked for', () => {
    const work = { speech: { provider: 'piper', model: 'joe-1', voice: 'joe' } }
    const { voiceId, fallback, voiceUsed, provider } = viewOf(
      aJob({ voiceId: 'rachel', fallback: 'any', work }),
      signing,
    )
    expect([voiceId, fallback, voiceUsed, provider]).toEqual(['rachel', 'any', 'joe', 'piper'])
    for (const field of ['fallback', 'voiceUsed', 'provider']) expect(viewOf(aJob(), signing)).not.toHaveProperty(field)
  })
  test('a job tells the voices of its marks in whose place others have spoken', () => {
    const instead = [{ voiceId: 'rachel', voice: 'kate', provider: 'pico' }]
    const work = { speech: { provider: 'piper', model: 'joe-1', voice: 'joe', instead } }
    expect(viewOf(aJob({ work }), signing)).toMatchObject({
      voiceUsed: 'joe',
      voicesInstead: [{ voiceId: 'rachel', voiceUsed: 'kate', provider: 'pico' }],
    })
    expect(viewOf(aJob(), signing)).not.toHaveProperty('voicesInstead')
  })
  test('a job has the hash of what its voice has spoken, once there is one', () => {
    const audio = { name: 'n', sizeBytes: 1, durationMs: 1, peaks: [] }
    expect(viewOf(aJob({ status: 'completed', audio: { ...audio, pcmHash: 'ab' } }), signing).pcmHash).toBe('ab')
    expect(viewOf(aJob({ status: 'completed', audio }), signing)).not.toHaveProperty('pcmHash')
  })
  test('a job whose words have times says so once it has ended', () => {
    expect(viewOf(aJob({ words: true, status: 'completed' }), signing).words).toBe(true)
    for (const job of [aJob({ words: true }), aJob({ status: 'completed' })])
      expect(viewOf(job, signing)).not.toHaveProperty('words')
  })
  test('a job that waits has its position in the queue, counted from one', () => {
    expect(viewOf(aJob({ queue: 'waiting' }), signing, 3).position).toBe(4)
    expect(submittedOf(aJob({ queue: 'waiting' }), 0, signing).position).toBe(1)
    expect(submittedOf(aJob({ queue: 'active' }), 0, signing).position).toBe(0)
  })
})

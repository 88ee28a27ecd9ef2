import { describe, expect, test } from 'vitest'
import { changesAbove, jobEventOf } from '../../src/domain/change.ts'
import { changes, job, timeline } from '../support/timeline.ts'

describe('the changes above a version', () => {
  test.each([
    [0, [1, 2, 3, 4, 5, 6]],
    [4, [5, 6]],
    [6, []],
    [9, []],
  ])('%i: %j', (version, expected) => {
    expect(changesAbove('u', job, version).map((one) => one.version)).toEqual(expected)
  })
  test('hold the address and the error at the end only', () => {
    const failed = timeline.map((entry) => (entry.version === 6 ? { ...entry, status: 'failed' as const } : entry))
    expect(changesAbove('u', { id: 'j', timeline: failed, error: 'Timed out' }, 4).map(jobEventOf)).toEqual([
      { status: 'processing', progress: 70 },
      { status: 'failed', progress: 100, error: 'Timed out' },
    ])
    expect(changes.map(jobEventOf).filter((event) => 'audioUrl' in event || 'error' in event)).toEqual([
      { status: 'completed', progress: 100, audioUrl: '/audio/j.mp3' },
    ])
  })
  test('name the voice that has spoken, its provider, and who spoke in place of others, at the end only', () => {
    const voicesInstead = [{ voiceId: 'rachel', voiceUsed: 'kate', provider: 'pico' }]
    const speakers = { voiceUsed: 'joe', provider: 'piper', voicesInstead }
    expect(changesAbove('u', { ...job, ...speakers }, 4).map(jobEventOf)).toEqual([
      { status: 'processing', progress: 70 },
      { status: 'completed', progress: 100, audioUrl: '/audio/j.mp3', ...speakers },
    ])
  })
})

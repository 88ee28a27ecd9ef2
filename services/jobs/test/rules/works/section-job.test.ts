import { WorkRequest } from '@utter/contracts/http/works/requests'
import { expect, test } from 'vitest'
import { sectionJob } from '../../../src/domain/works/section-job.ts'
import { workDraftOf } from '../../../src/requests/works/work-draft.ts'
import { workRequest } from '../../support/a-work.ts'

const now = new Date('2026-11-29T12:00:00Z')

test('a paragraph is spoken by its own voice, else by that of its speaker, else by that of the work', () => {
  const request = WorkRequest.parse({
    ...workRequest('r'),
    voiceId: 'joe',
    speakers: { Anna: 'kate', Ben: 'joe' },
    chapters: [
      {
        title: 'One',
        paragraphs: [
          { text: 'Night.' },
          { text: 'Who is there?', speaker: 'Anna' },
          { text: 'Me [voice:awb]or him.', speaker: 'Ben' },
          { text: 'Aside.', speaker: 'Anna', voiceId: 'awb' },
        ],
      },
    ],
  })
  const { work, chapters } = workDraftOf({ userId: 'u' }, request, 40, now)
  const [chapter] = chapters
  const [section] = chapter?.sections ?? []
  if (!chapter || !section) throw new Error('the chapter has a section')
  const { parts = [] } = sectionJob({ ...work, state: 'speaking' }, chapter, section, 'j', now)
  expect(parts.filter((part) => 'text' in part)).toEqual([
    { text: 'Night.\n' },
    { text: 'Who is there?\n', voiceId: 'kate', speaker: 'Anna' },
    { text: 'Me ', speaker: 'Ben' },
    { text: 'or him.\n', voiceId: 'awb', speaker: 'Ben' },
    { text: 'Aside.\n', voiceId: 'awb', speaker: 'Anna' },
  ])
})

test('a paragraph without a voice and a speaker is spoken by the voice of its chapter', () => {
  const request = WorkRequest.parse({
    ...workRequest('r'),
    voiceId: 'joe',
    speakers: { Anna: 'kate' },
    chapters: [
      {
        title: 'One',
        voiceId: 'awb',
        paragraphs: [
          { text: 'Night.' },
          { text: 'Who is there?', speaker: 'Anna' },
          { text: 'Mine.', voiceId: 'joe' },
          { text: 'Day [voice:awb]and night.' },
        ],
      },
    ],
  })
  const { work, chapters } = workDraftOf({ userId: 'u' }, request, 40, now)
  const [chapter] = chapters
  const [section] = chapter?.sections ?? []
  if (!chapter || !section) throw new Error('the chapter has a section')
  const job = sectionJob({ ...work, state: 'speaking' }, chapter, section, 'j', now)
  expect(job.voiceId).toBe('awb')
  expect(job.parts?.filter((part) => 'text' in part)).toEqual([
    { text: 'Night.\n' },
    { text: 'Who is there?\n', voiceId: 'kate', speaker: 'Anna' },
    { text: 'Mine.\n', voiceId: 'joe' },
    { text: 'Day ' },
    { text: 'and night.\n' },
  ])
})

import { WorkRequest } from '@utter/contracts/http/works/requests'
import { expect, test } from 'vitest'
import { withVoice } from '../../../src/domain/works/chapter-voice.ts'
import { sectionJob } from '../../../src/domain/works/section-job.ts'
import { workDraftOf } from '../../../src/requests/works/work-draft.ts'
import { workRequest } from '../../support/a-work.ts'

const now = new Date('2026-11-29T12:00:00Z')
const long = 'word '.repeat(2_000)

/** A chapter of three sections: one of the narrator, one of a speaker, one with a voice of its own. */
function drafted(voiceId?: string) {
  const paragraphs = [{ text: long }, { text: long, speaker: 'Anna' }, { text: 'Mine.', voiceId: 'awb' }]
  const request = WorkRequest.parse({
    ...workRequest('r'),
    voiceId: 'joe',
    speakers: { Anna: 'kate' },
    chapters: [{ title: 'One', voiceId, paragraphs }],
  })
  const { work, chapters } = workDraftOf({ userId: 'u' }, request, 40, now)
  const [chapter] = chapters
  if (!chapter) throw new Error('the work has a chapter')
  return { work: { ...work, state: 'speaking' as const }, chapter }
}
const revisions = ({ sections }: { sections: { revision: number }[] }) => sections.map(({ revision }) => revision)

test('sections without a paragraph of its voice stay as they are, and their job is the same one', () => {
  const { work, chapter } = drafted()
  const after = withVoice(chapter, work, 'marie')
  expect(revisions(after)).toEqual([2, 1, 1])
  expect(after.voiceId).toBe('marie')
  for (const index of [1, 2]) {
    const section = chapter.sections[index]
    if (!section || section !== after.sections[index]) throw new Error('the section is another one')
    const jobOf = (voiceId?: string) =>
      sectionJob(work, { _id: chapter._id, ...(voiceId && { voiceId }) }, section, 'j', now)
    expect(jobOf('marie')).toEqual(jobOf())
  }
})

test('the voice that it has, and that of the work for none, change no section', () => {
  const { work, chapter } = drafted('marie')
  expect(withVoice(chapter, work, 'marie')).toEqual({ sections: chapter.sections, removedJobs: [] })
  const without = drafted()
  const after = withVoice(without.chapter, without.work, 'joe')
  expect(revisions(after)).toEqual([1, 1, 1])
  expect(after.voiceId).toBe('joe')
})

test('null is none: that of the work', () => {
  const { work, chapter } = drafted('marie')
  const after = withVoice(chapter, work, undefined)
  expect(revisions(after)).toEqual([2, 1, 1])
  expect(after.voiceId).toBeNull()
})

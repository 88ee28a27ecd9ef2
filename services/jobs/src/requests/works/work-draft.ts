import { randomUUID } from 'node:crypto'
import type { WorkRequest } from '@utter/contracts/http/works/requests'
import { ttsDefaults } from '@utter/contracts/jobs'
import type { Identity } from '@utter/http/identity'
import { definedOf, hashOf } from '../../domain/job/new-job.ts'
import { storedSpeakers } from '../../domain/job/speakers.ts'
import { sectionsOf } from '../../domain/works/sections.ts'
import type { Chapter } from '../../domain/works/work.ts'
import type { WorkDraft } from '../../lifecycle/works/submit-work.ts'
import { newParagraph } from './change-paragraph.ts'

/** A work and its chapters as they are inserted. */
export function workDraftOf(
  { userId, keyId, monthlyCap }: Pick<Identity, 'userId' | 'keyId' | 'monthlyCap'>,
  request: WorkRequest,
  characters: number,
  now: Date,
): WorkDraft {
  const { title, requestId, voiceId, speakers, language, textNormalization, seed, chapters } = request
  const workId = randomUUID()
  return {
    work: {
      _id: workId,
      userId,
      requestId,
      bodyHash: hashOf(['work', request]),
      title,
      voiceId,
      ...(speakers && { speakers: storedSpeakers(speakers) }),
      ttsSettings: { ...ttsDefaults, ...definedOf(request.ttsSettings ?? {}) },
      ...(language && { language }),
      ...(textNormalization && { textNormalization }),
      ...(seed !== undefined && { seed }),
      ...(keyId !== undefined && { keyId }),
      ...(monthlyCap !== undefined && { monthlyCap }),
      characters,
      chapterCount: chapters.length,
      progress: 0,
      createdAt: now,
      updatedAt: now,
    },
    chapters: chapters.map(
      ({ title: ofChapter, voiceId: ownVoice, paragraphs }, position): Chapter => ({
        _id: randomUUID(),
        userId,
        workId,
        position,
        title: ofChapter,
        ...(ownVoice !== undefined && { voiceId: ownVoice }),
        revision: 1,
        sections: sectionsOf(
          paragraphs.map((paragraph) => newParagraph(randomUUID(), paragraph)),
          randomUUID,
        ),
        calls: 0,
        published: { revision: 1, state: 'waiting', progress: 0 },
        removedJobs: [],
        rev: 1,
      }),
    ),
  }
}

import { charactersPerWorkCall, workLimits } from '@utter/contracts/http/works/requests'
import { defaultVoiceId } from '@utter/contracts/jobs'
import { grouped } from '../../lib/format/counted.ts'
import type { Endpoint } from './endpoints.ts'

const workId = '3d1c9a52-7c1e-4a35-9a3d-0a3a4f0f2d11'
const chapter = (chapterId: string, title: string, characters: number) => ({
  ...{ chapterId, title, characters },
  ...{ state: 'waiting', progress: 0, paragraphCount: 1, revision: 1 },
})
export const startedWork = {
  workId,
  title: 'My first book',
  state: 'speaking',
  voiceId: defaultVoiceId,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  characters: 44,
  chapterCount: 2,
  progress: 0,
  requestId: 'guide-work-1',
  ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
  calls: 0,
  durationMs: 0,
  chapters: [
    chapter('5b8f0c11-3f6c-4b1e-9d57-2a60f8b1e7d4', 'One', 25),
    chapter('6c9f0c11-3f6c-4b1e-9d57-2a60f8b1e7d4', 'Two', 19),
  ],
}

/** A work by its chapters; a file has a sample of its own. */
export const workEndpoint: Endpoint = {
  id: 'api-work',
  title: 'Speak a book',
  text: `Chapters of paragraphs, up to ${grouped(workLimits.characters)} characters in all. One call for each started ${grouped(charactersPerWorkCall)} characters of a chapter, when they are spoken.`,
  call: {
    method: 'POST',
    path: '/api/works',
    body: {
      title: 'My first book',
      requestId: 'guide-work-1',
      voiceId: defaultVoiceId,
      chapters: [
        { title: 'One', paragraphs: [{ text: 'It was a bright cold day.' }] },
        { title: 'Two', paragraphs: [{ text: 'Then came the rain.' }] },
      ],
    },
  },
  fields: [
    { name: 'title', text: `Required, up to ${grouped(workLimits.title)} characters.` },
    { name: 'requestId', text: 'Required. Unique among your works.' },
    {
      name: 'voiceId',
      text: 'Required. As for a job. A paragraph may have a voice of its own, and a chapter one for its paragraphs.',
    },
    { name: 'speakers', text: 'Optional. Voices by the names that paragraphs have as their speaker.' },
    {
      name: 'chapters',
      text: `Required, up to ${grouped(workLimits.chapters)}, each of up to ${grouped(workLimits.chapterCharacters)} characters: a title, which is not spoken, and paragraphs, each with a text, which may have marks.`,
    },
    { name: 'ttsSettings', text: 'Optional, as language, textNormalization and seed are. As for a job.' },
    {
      name: '?dryRun=true',
      text: 'Optional. Says the calls, the cost and the expected time, and how much of it your other works have spoken before, which is not spoken again. Nothing is taken and nothing is kept.',
    },
  ],
  response: {
    text: '202: the work. GET /api/works/{workId} has the state of each chapter, and the audioUrl of those that are spoken; POST …/pause, …/resume and …/cancel change it.',
    example: JSON.stringify(startedWork, null, 2),
  },
}

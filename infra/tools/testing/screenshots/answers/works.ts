import type { ChapterRow } from '@utter/contracts/http/works/views'
import {
  aChapter,
  aFileDryRun,
  aParagraph,
  aSpokenChapter,
  aVersion,
  aWork,
  aWorkRow,
  chapterViewOf,
} from '@utter/web/test/answers/works'
import { creator } from './account.ts'
import { type Answers, busy, manyVoices } from './api.ts'
import { instant } from './jobs.ts'

const minute = 60
const hour = 60 * minute

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const titles = ['Low Water', 'The Answer', 'What the Pilot Saw', 'Oil', 'A Letter from Senn', 'Forty Steps']

const chapters = titles.map((title, index): ChapterRow => {
  const row = { chapterId: id(index + 1), title: `Chapter ${index + 1}: ${title}`, characters: 18_400 + 2_310 * index }
  if (index < 3) return aSpokenChapter({ ...row, durationMs: (1_120 + 93 * index) * 1_000, paragraphCount: 88 + index })
  if (index === 3) return aChapter({ ...row, state: 'speaking', progress: 42, paragraphCount: 104 })
  return aChapter({ ...row, paragraphCount: 61 })
})

const times = { createdAt: instant(3 * hour), updatedAt: instant(minute) }
const work = aWork({
  ...{ title: 'The Lamp on the Pier', chapters, characters: 144_950, progress: 56, calls: 9 },
  ...{ voiceId: 'heart', ...times },
})

/** The first chapter, some of which has been changed. */
const paragraphs = [
  'The harbour of Senn has one lamp, and for thirty years Ines Varo lit it. She carried the oil up forty steps each evening, and each evening she counted them, because a person who counts does not slip.',
  'On the last night of October the boats came home early. Nobody had called them.',
  '“The sea went quiet,” said the first man on the stairs. “We did not like to be the only thing that made a noise.”',
  'Ines looked out. The water lay as flat as a table, and at its far edge, where no boat was left, a second lamp was burning.',
]
/** Four words a second. */
const timed = paragraphs.map((text, index) => {
  const beginMs = paragraphs.slice(0, index).join(' ').split(' ').length * 250
  const words = text
    .split(/[^\p{L}’]+/u)
    .filter(Boolean)
    .map((word, at) => ({ text: word, startMs: beginMs + at * 250, endMs: beginMs + at * 250 + 220, estimated: false }))
  return { paragraphId: id(index + 31), startMs: beginMs, endMs: words.at(-1)?.endMs ?? beginMs, words }
})
const { audioUrl: _, durationMs: __, ...before } = chapters[0] ?? aChapter()
const changed: ChapterRow = { ...before, state: 'speaking', progress: 97, revision: 2 }

const library = [
  { ...aWorkRow({ ...work, chapterCount: 6 }), progress: 56 },
  {
    ...aWorkRow({ workId: id(21), title: 'Letters to a Young Gardener', state: 'paused', chapterCount: 24 }),
    ...{ progress: 18, characters: 412_800, reason: 'API call limit reached' },
    createdAt: instant(26 * hour),
  },
  {
    ...aWorkRow({ workId: id(22), title: 'The Long Field: a walk from the river to the sea in forty-one days' }),
    ...{ state: 'completed', progress: 100, characters: 287_300, chapterCount: 41, createdAt: instant(72 * hour) },
  },
  {
    ...aWorkRow({ workId: id(23), title: 'Bread, a handbook', state: 'failed', chapterCount: 12 }),
    ...{ progress: 91, characters: 96_120, createdAt: instant(100 * hour) },
  },
  {
    ...aWorkRow({ workId: id(24), title: 'Draft of the speech', state: 'cancelled', chapterCount: 1 }),
    ...{ progress: 35, characters: 4_810, createdAt: instant(200 * hour) },
  },
]

const address = `/api/works/${work.workId}`
export const workScreen = `/works/${work.workId}`

/** An account with works of each state, and one of them open. */
export const reading: Answers = {
  ...creator,
  '/api/voices': manyVoices['/api/voices'],
  '/api/works': library,
  [address]: work,
  [`${address}/chapters/${id(1)}`]: chapterViewOf(
    chapters[0] ?? aChapter(),
    paragraphs.map((text, index) => aParagraph(id(index + 31), text, index === 2 ? { voiceId: 'george' } : {})),
  ),
  [`${address}/chapters/${id(1)}/words`]: {
    ...{ chapterId: id(1), durationMs: 1_120_000, complete: true },
    paragraphs: timed,
  },
  [`${address}/feed`]: { since: instant(26 * hour) },
  [`PUT ${address}/feed`]: {
    url: `https://utter.example/feeds/${'k3Vq7ZpT'.repeat(5)}x9w/feed.xml`,
    since: instant(0),
  },
  ...Object.fromEntries(chapters.map(({ chapterId }) => [`${address}/chapters/${chapterId}/audio.mp3`, undefined])),
}

const versions = [
  aVersion(id(32), 'On the last night of October the boats came home early, and nobody knew why.', {
    ...{ versionId: id(51), until: instant(4 * minute) },
  }),
  aVersion(id(35), '“Somebody has lit it,” said the second man, who never spoke first.', {
    ...{ versionId: id(52), until: instant(2 * hour), isRemoved: true, voiceId: 'emma' },
  }),
  aVersion(id(33), paragraphs[2] ?? '', { versionId: id(53), until: instant(26 * hour) }),
  aVersion(
    id(34),
    'Ines looked out of the window. The sea lay as flat as a table, and at its far edge a lamp was burning.',
    { versionId: id(54), until: instant(27 * hour) },
  ),
  aVersion(id(31), paragraphs[0] ?? '', { versionId: id(55), until: instant(50 * hour) }),
]
/** A chapter that has been edited, and one that has not. */
export const edited: Answers = { ...reading, [`${address}/chapters/${id(1)}/versions`]: { versions } }
export const unedited: Answers = { ...reading, [`${address}/chapters/${id(1)}/versions`]: { versions: [] } }
export const unreadVersions: Answers = { ...reading, [`${address}/chapters/${id(1)}/versions`]: undefined }
/** The same with a voice of its first chapter, and with speakers. */
export const voiced: Answers = {
  ...reading,
  [address]: {
    ...work,
    speakers: { Ines: 'emma', 'The pilot': 'george' },
    chapters: chapters.map((row, index) => (index === 0 ? { ...row, voiceId: 'emma', sectionCount: 2 } : row)),
  },
}

/** The same while a changed paragraph is spoken. */
export const changing: Answers = {
  ...reading,
  [address]: { ...work, chapters: [changed, ...chapters.slice(1)] },
  [`${address}/chapters/${id(1)}`]: chapterViewOf(
    changed,
    paragraphs.map((text, index) =>
      aParagraph(id(index + 31), text, {
        state: (['completed', 'speaking', 'waiting', 'failed'] as const)[index] ?? 'completed',
        ...(index === 3 && { error: 'This voice speaks French, not English' }),
      }),
    ),
  ),
}

export const paused: Answers = {
  ...reading,
  [address]: { ...work, state: 'paused', reason: 'API call limit reached', chapters: chapters.slice(3) },
}

export const noWorks: Answers = { ...reading, '/api/works': [] }

/** The price is told, or the calls are refused. */
export const priced: Answers = {
  ...noWorks,
  'POST /api/works/file': aFileDryRun({
    ...{ characters: 1_148, calls: 2, cost: '0.06', expectedSeconds: 540 },
    contents: ['Chapter 1: Low Water', 'Chapter 2: The Answer'].map((title, index) => ({
      ...{ title, characters: 700 - 252 * index, paragraphs: 3, calls: 1 },
    })),
  }),
}
/** A file is read: a chapter for each of the book's. */
export const pricedFile: Answers = {
  ...noWorks,
  'POST /api/works/file': aFileDryRun({
    ...{ title: work.title, characters: work.characters, calls: 17, cost: '0.00', expectedSeconds: 5_400 },
    contents: chapters.map(({ title, characters, paragraphCount }) => ({
      ...{ title, characters, paragraphs: paragraphCount },
      calls: Math.ceil(characters / 10_000),
    })),
  }),
}
/** A script is read, whose lines have names. */
export const pricedScript: Answers = {
  ...noWorks,
  'POST /api/works/file': aFileDryRun({
    ...{ title: work.title, characters: work.characters, calls: 17, cost: '0.00', expectedSeconds: 5_400 },
    contents: chapters.map(({ title, characters, paragraphCount }) => ({
      ...{ title, characters, paragraphs: paragraphCount },
      calls: Math.ceil(characters / 10_000),
    })),
    speakers: [
      { name: 'Ines', lines: 214 },
      { name: 'The pilot of the second boat', lines: 87 },
      { name: 'Note', lines: 2 },
    ],
  }),
}
/** Its price is not told; and it is on its way for ever. */
export const unreadFile: Answers = noWorks
export const sentFile: Answers = { ...noWorks, 'POST /api/works/file': undefined }
export const refusedWork: Answers = {
  ...noWorks,
  'POST /api/works/file': aFileDryRun({ refusal: 'This work takes 2 calls, and 1 is left' }),
}

/** A plan without works. */
export const withoutWorks: Answers = { ...noWorks, '/api/auth/me': busy['/api/auth/me'] }

export const unreadWorks: Answers = { ...creator }
export const waitingWorks: Answers = { ...reading, '/api/works': undefined, [address]: undefined }

/** All of it can be heard. */
export const spokenWork: Answers = {
  ...reading,
  [address]: { ...work, state: 'completed', progress: 100, chapters: chapters.slice(0, 3) },
}

import { ChapterProgress, WorkDeletedEvent, WorkEvent } from '../http/works/events.ts'
import { NewWorkFeed, WorkFeed } from '../http/works/feed.ts'
import {
  ChapterVoiceRequest,
  MoveParagraphRequest,
  NewParagraphRequest,
  ParagraphRequest,
  WorkChapter,
  WorkParagraph,
  WorkRequest,
} from '../http/works/requests.ts'
import {
  ChapterRow,
  ChapterView,
  ParagraphChanged,
  ParagraphVersion,
  ParagraphVersions,
  ParagraphView,
  WorkDryRun,
  WorkFileDryRun,
  WorkRow,
  WorkView,
  WrittenChapter,
  WrittenParagraph,
  WrittenWork,
} from '../http/works/views.ts'
import { ChapterWord, ChapterWords, ParagraphWords } from '../http/works/words.ts'
import { describe } from './describe.ts'
import { speakersField, warningsSentence } from './jobs.ts'

const text = 'The text: up to 10,000 characters, without its marks.'
const voiceOf = 'The voice that speaks it; absent: that of its speaker, else of its chapter, else of the work.'
const voiceOfChapter = 'The voice that speaks what has neither a voice nor a speaker; absent: that of the work.'
const speaker = 'Who says it: a name among the `speakers` of the work.'
const after = 'The paragraph that goes before it; absent: it becomes the first one of its chapter.'
const title = 'Up to 200 characters.'

const ofRow = {
  chapterId: 'The id of the chapter.',
  title,
  voiceId: voiceOfChapter,
  state:
    '`completed`: all of it sounds as it is written; `speaking`: a part of it does, or is being spoken; `waiting`: nothing yet; `failed`: a part was refused, and nothing else is left.',
  progress: 'Percent of its characters that sound as they are written.',
  characters: 'Without marks.',
  paragraphCount: 'How many paragraphs it has.',
  sectionCount: 'Parts, of some 10,000 characters, in which it is spoken, for a call each.',
  revision: 'A count of the changes of its paragraphs, from 1.',
  durationMs: 'Milliseconds of sound; absent: it cannot be heard yet.',
  audioUrl: 'Where its mp3 is, for whoever may read jobs; absent: it cannot be heard yet.',
  error: 'Why a part of it has failed: a sentence for people.',
}
const ofWork = {
  workId: 'The id of the work.',
  title,
  state:
    '`speaking`: something is left to speak; `paused`; `completed`; `failed`: a part was refused by its voice, and all others are spoken; `cancelled`.',
  reason: 'Why it is paused, where you have not done so: a sentence for people.',
  voiceId: 'The voice that speaks it.',
  createdAt: 'When it was submitted.',
  updatedAt: 'When it changed last.',
  characters: 'Without marks.',
  chapterCount: 'How many chapters it has.',
  progress: 'Percent of its characters that sound as they are written.',
}

const ofEvent = {
  workId: ofWork.workId,
  title,
  state: ofWork.state,
  reason: ofWork.reason,
  progress: ofWork.progress,
  characters: ofWork.characters,
}
const ofChapterEvent = {
  chapterId: ofRow.chapterId,
  title,
  state: ofRow.state,
  progress: ofRow.progress,
  revision: ofRow.revision,
  durationMs:
    'Milliseconds of sound; absent: it cannot be heard yet. It is heard at `/api/works/{id}/chapters/{chapterId}/audio.mp3`.',
  error: ofRow.error,
}

const ofDryRun = {
  characters: 'Without marks.',
  chapters: 'How many it has.',
  paragraphs: 'How many it has.',
  keptCharacters:
    'Characters whose sound is kept by other works of the account, in the same voice: they are not spoken again. Absent: not known now.',
  calls: 'Calls that it would take: none for a part that is kept whole.',
  cost: 'US dollars that it would cost, as far as its calls are overage.',
  refusal: 'Why they would be refused now.',
  expectedSeconds: 'Seconds until all of it is spoken, while nobody else waits.',
}

export const workDescriptions = [
  describe(WorkEvent, 'WorkEvent', 'How far a work is.', {
    ...ofEvent,
    version: 'A count of the changes of its state.',
    chapters: 'The chapters that have changed; in the first event of a stream all of them.',
  }),
  describe(WorkDeletedEvent, 'WorkDeletedEvent', 'A work is gone, with its texts and its sound.', {
    workId: ofWork.workId,
  }),
  describe(ChapterProgress, 'ChapterProgress', 'How far a chapter is.', {
    ...ofChapterEvent,
    version: 'Grows with each change: what has a lower one than you have seen is late.',
    position: 'Its place in the work, from 0.',
  }),
  describe(WorkRequest, 'WorkRequest', 'A book.', {
    title,
    requestId: 'Yours, unique among your works; an `Idempotency-Key` header does as well.',
    voiceId: 'The voice that speaks what names no other one.',
    speakers: {
      ...speakersField,
      description: 'A voice for each of those who say its paragraphs, by their names; 20 at the most.',
    },
    ttsSettings: 'How the voice speaks.',
    language: 'BCP 47, or `auto`: by the text.',
    textNormalization: '`off`: the text is spoken as it is written.',
    seed: 'Decides the noise of the voice.',
    chapters: 'Up to 500, with 1,000,000 characters together.',
  }),
  describe(WorkChapter, 'WorkChapter', 'A chapter.', {
    title,
    voiceId: voiceOfChapter,
    paragraphs: 'Up to 2,000, with 100,000 characters together.',
  }),
  describe(WorkParagraph, 'WorkParagraph', 'A paragraph of a chapter.', { text, voiceId: voiceOf, speaker }),
  describe(ParagraphRequest, 'ParagraphRequest', 'A paragraph as it is to be.', { text, voiceId: voiceOf, speaker }),
  describe(NewParagraphRequest, 'NewParagraphRequest', 'A new paragraph, and its place.', {
    text,
    voiceId: voiceOf,
    speaker,
    after,
  }),
  describe(ChapterVoiceRequest, 'ChapterVoiceRequest', 'The voice of a chapter.', {
    voiceId: 'Speaks what has neither a voice nor a speaker; absent or null: that of the work.',
  }),
  describe(MoveParagraphRequest, 'MoveParagraphRequest', 'The new place of a paragraph.', { after }),
  describe(WorkRow, 'WorkRow', 'A work in a list.', ofWork),
  describe(WorkView, 'Work', 'A work, without its texts.', {
    ...ofWork,
    requestId: 'The id that you gave it.',
    speakers: { ...speakersField, description: 'The voices of those who say its paragraphs.' },
    ttsSettings: 'How the voice speaks.',
    language: 'BCP 47; absent: by the text.',
    textNormalization: '`off`: the text is spoken as it is written.',
    seed: 'Decides the noise of the voice.',
    calls: 'Calls that it has taken so far, without those that were given back.',
    durationMs: 'Milliseconds of sound of all chapters that can be heard.',
    chapters: 'In their order.',
    warnings: warningsSentence,
  }),
  describe(ChapterRow, 'ChapterRow', 'A chapter, without its texts.', ofRow),
  describe(ChapterView, 'Chapter', 'A chapter with its texts.', { ...ofRow, paragraphs: 'In their order.' }),
  describe(ParagraphView, 'Paragraph', 'A paragraph of a chapter.', {
    paragraphId: 'The id of the paragraph.',
    text: 'As it was written.',
    voiceId: voiceOf,
    speaker,
    state: 'That of the section of some 10,000 characters with which it is spoken.',
    error: 'Why that has failed: a sentence for people.',
  }),
  describe(ParagraphVersions, 'ParagraphVersions', 'Earlier states of the paragraphs of a chapter.', {
    versions: 'The newest first: 100 at the most, with 100,000 characters together. The oldest go.',
  }),
  describe(ParagraphVersion, 'ParagraphVersion', 'A paragraph as it was until an edit.', {
    versionId: 'The id of the version.',
    paragraphId: 'The id of the paragraph.',
    text: 'As it was written.',
    voiceId: voiceOf,
    speaker,
    isRemoved: 'True where the edit has removed it.',
    until: 'When the edit was made.',
  }),
  describe(ChapterWords, 'ChapterWords', 'When the paragraphs of a chapter sound, and their words.', {
    chapterId: 'The id of the chapter.',
    durationMs: 'Milliseconds of its mp3.',
    complete: 'False where a part of it was spoken without times, or was changed since.',
    paragraphs: 'In their order.',
  }),
  describe(ParagraphWords, 'ParagraphWords', 'When a paragraph sounds, and its words.', {
    paragraphId: 'The id of the paragraph.',
    startMs: "Milliseconds of the chapter's mp3 at which it begins; absent: not known.",
    endMs: 'At which it ends; absent: not known.',
    words: 'In their order; absent: the plan has no word timestamps.',
  }),
  describe(ChapterWord, 'ChapterWord', 'A word of a paragraph.', {
    text: 'The word.',
    startMs: "Milliseconds of the chapter's mp3 at which it begins.",
    endMs: 'At which it ends.',
    estimated: 'True where the time is reckoned from that of its sentence, and not told by the voice.',
  }),
  describe(NewWorkFeed, 'NewWorkFeed', 'The secret address of a podcast.', {
    url: 'It is told this once: whoever has it hears the work.',
    since: 'When it was made.',
  }),
  describe(WorkFeed, 'WorkFeed', 'Whether a work has a podcast.', {
    since: 'When its address was made; absent: it has none.',
  }),
  describe(ParagraphChanged, 'ParagraphChanged', 'A chapter after a change of it.', {
    chapter: 'As it is now.',
    paragraph: 'As it is now; absent: it is gone.',
  }),
  describe(WrittenWork, 'WrittenWork', 'A work after a write, to a key without `jobs:read`.', {
    workId: 'The id of the work.',
    state: 'As it is now.',
    warnings: warningsSentence,
  }),
  describe(WrittenParagraph, 'WrittenParagraph', 'A paragraph after a write, to a key without `jobs:read`.', {
    chapterId: 'The id of its chapter.',
    revision: 'A count of the changes of that.',
    paragraphId: 'The id of the paragraph.',
  }),
  describe(WrittenChapter, 'WrittenChapter', 'A chapter after a write, to a key without `jobs:read`.', {
    chapterId: 'The id of the chapter.',
    revision: 'A count of its changes.',
  }),
  describe(WorkDryRun, 'WorkDryRun', 'What a work would be.', ofDryRun),
  describe(WorkFileDryRun, 'WorkFileDryRun', 'What the work of a file would be.', {
    ...ofDryRun,
    title: 'Its title, as it was given or as the file has it.',
    contents: 'Its chapters, in their order.',
    speakers: 'Names that begin two lines or more, as those of a dialogue do, with how many; 20 at the most.',
  }),
]

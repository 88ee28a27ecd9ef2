import type { ChapterState, WorkState } from '@utter/contracts/http/works/views'
import type { AudioRef, TtsSettings } from '@utter/contracts/jobs'
import type { DialogueSpeaker } from '@utter/text/markup/dialogue'

/**
 * A work: a book that is spoken section by section, each an ordinary job. `submitting` and `deleting` are never shown. Its chapters are documents of
 * their own.
 */
export type Work = {
  _id: string
  userId: string
  /** Unique with `userId`. */
  requestId: string
  bodyHash: string
  title: string
  voiceId: string
  /** Voices of those who say its paragraphs. */
  speakers?: DialogueSpeaker[]
  ttsSettings: TtsSettings
  /** BCP 47; absent: by the text. */
  language?: string
  textNormalization?: 'off'
  seed?: number
  /** The API key that submitted it, and its calls a month. Absent: a session; as many as its account. */
  keyId?: string
  monthlyCap?: number
  state: 'submitting' | 'deleting' | WorkState
  /** A count of the changes of its state, and the one that was published last; absent: none. */
  stateVersion?: number
  publishedVersion?: number
  /** Why it was paused, where its owner has not done so. */
  reason?: string
  characters: number
  chapterCount: number
  /** Percent of its characters that sounded as they were written when it was examined last. */
  progress: number
  /** When it is examined next; later than now while a replica has leased it. Absent: nothing is to be done. */
  dueAt?: Date
  /** The last change of a paragraph: a chapter may still change under its guard for some seconds. */
  editedAt?: Date
  /** Sections are left to speak, and other works of the account have its room. */
  waits?: true
  /** When its lifetime is over: so long after its state changed last; absent: not examined yet, or none. */
  expiresAt?: Date
  /** Its podcast: a hash of the secret in its address. Absent: none. */
  feed?: { hash: string; since: Date }
  createdAt: Date
  updatedAt: Date
}
/** A work that its account sees. */
export type ShownWork = Work & { state: WorkState }

export const isShownWork = (work: Work): work is ShownWork => work.state !== 'submitting' && work.state !== 'deleting'

/** `voiceId` absent: that of its speaker, else of its chapter, else of the work. */
export type Paragraph = { id: string; text: string; voiceId?: string; speaker?: string }

/** A state of a paragraph that an edit has ended. */
export type PastParagraph = {
  id: string
  paragraphId: string
  text: string
  voiceId?: string
  speaker?: string
  /** The paragraph before it then; absent: it was the first. */
  after?: string
  /** The edit has removed it; absent: it has changed it. */
  removed?: true
  until: Date
}

/** The voice of a paragraph. */
export const voiceOfParagraph = (
  { voiceId, speaker }: { voiceId?: string | undefined; speaker?: string | undefined },
  work: Pick<Work, 'voiceId' | 'speakers'>,
  chapter: { voiceId?: string | undefined },
): string => voiceId ?? work.speakers?.find(({ name }) => name === speaker)?.voiceId ?? chapter.voiceId ?? work.voiceId

/**
 * The sound of a section, as a job of it has spoken it. The figures of its mp3 are those of `AudioRef`; all that are optional are absent where a version of
 * before stored it, `voice` and `provider` also where they are not known.
 */
export type SectionSound = { jobId: string; revision: number; voice?: string; provider?: string } & Pick<
  AudioRef,
  'sizeBytes' | 'durationMs' | 'headBytes' | 'framesHash' | 'pcmHash'
>

/**
 * A run of paragraphs that one job speaks: some 10,000 characters. `revision` counts its changes from 1; `job` is the one in flight, `sound` the newest
 * that was spoken, `failure` that of the last job, each with the revision that it is of. `jobs` are all that are not deleted yet.
 */
export type Section = {
  id: string
  revision: number
  characters: number
  paragraphs: Paragraph[]
  /** Jobs that were tried for this revision: each has a request id of its own. */
  tries: number
  job?: { id: string; revision: number }
  sound?: SectionSound
  failure?: { revision: number; code: string; error: string }
  jobs: string[]
}

/** The part of a chapter whose change is published. */
export type PublishedChapter = { revision: number; state: ChapterState; progress: number }

/** A chapter, in one document: each change of its paragraphs and each sound is one update of it. `revision` counts the changes of its paragraphs, from 1. */
export type Chapter = {
  _id: string
  userId: string
  workId: string
  /** Place in its work, from 0. */
  position: number
  title: string
  /** Speaks its paragraphs that have neither a voice nor a speaker. Absent: that of the work. */
  voiceId?: string
  revision: number
  sections: Section[]
  /** Calls that its sections have cost. */
  calls: number
  /** Jobs of sections that are no more, to be deleted. */
  removedJobs: string[]
  /** Jobs of `removedJobs` that were in flight when their section went: a call that one owes is still to be counted. */
  uncounted?: string[]
  /** How far it was when that was published last; absent: it was made before chapters were published. */
  published?: PublishedChapter
  /** A count of all its updates: an edit, which replaces its sections, is guarded by it. */
  rev: number
}
/** A chapter with the states of its paragraphs that edits have ended, the newest first; absent: it was never edited. */
export type ChapterWithPast = Chapter & { past?: PastParagraph[] }
/** A section, and a chapter, without texts. */
export type SectionState = Omit<Section, 'paragraphs'> & { paragraphs: Pick<Paragraph, 'id' | 'voiceId' | 'speaker'>[] }
export type ChapterOutline = Omit<Chapter, 'sections'> & { sections: SectionState[] }

/** The section that a job speaks. */
export type SectionOfJob = { workId: string; chapterId: string; id: string; revision: number }

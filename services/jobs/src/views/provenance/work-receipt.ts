import type { WorkReceipt } from '@utter/contracts/http/provenance/receipts'
import { charactersIn } from '../../domain/works/sections.ts'
import type { ChapterOutline, SectionSound, ShownWork } from '../../domain/works/work.ts'

/** States in which nothing of a work is left to do by itself. */
const ended = ['completed', 'failed', 'cancelled'] as const
type EndedState = (typeof ended)[number]

/** The state of a work whose calls no longer change by themselves; undefined while a job of it may still end. */
export function endedStateOf({ state }: ShownWork, chapters: ChapterOutline[]): EndedState | undefined {
  const isUnderWay = chapters.some(
    ({ sections, uncounted = [] }) => uncounted.length > 0 || sections.some(({ job }) => job !== undefined),
  )
  return isUnderWay ? undefined : ended.find((one) => one === state)
}

/** The receipt of a work: its request, its voices and its cost, by chapter. The calls of a chapter are also those of sounds that a later one has replaced. */
export function receiptOfWork(work: ShownWork, state: EndedState, chapters: ChapterOutline[]): WorkReceipt {
  const rows = chapters.map(({ _id, revision, sections, calls }) => ({
    chapterId: _id,
    revision,
    characters: charactersIn(sections),
    calls,
    sections: sections.flatMap(({ sound }) => (sound ? [receiptOfSection(sound)] : [])),
  }))
  return {
    kind: 'work',
    workId: work._id,
    state,
    asked: {
      requestId: work.requestId,
      voiceId: work.voiceId,
      characters: rows.reduce((sum, { characters }) => sum + characters, 0),
      chapters: rows.length,
    },
    chapters: rows,
    charged: { calls: rows.reduce((sum, { calls }) => sum + calls, 0) },
    createdAt: work.createdAt.toISOString(),
    updatedAt: work.updatedAt.toISOString(),
  }
}

const receiptOfSection = ({ jobId, revision, voice, provider, pcmHash, framesHash, durationMs }: SectionSound) => ({
  jobId,
  revision,
  ...(voice !== undefined && { voiceUsed: voice }),
  ...(provider !== undefined && { provider }),
  ...(pcmHash !== undefined && { pcmHash }),
  ...(framesHash !== undefined && { framesHash }),
  durationMs,
})

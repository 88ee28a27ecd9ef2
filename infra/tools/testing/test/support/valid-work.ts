import { randomUUID } from 'node:crypto'
import { pieceFile, pieceId } from '@utter/speech/domain/kept/piece-file'
import type { OpenStores, ValidAccount } from './valid-account.ts'

/** A completed work of a valid account: its recording speaks the one section of it, of which one piece is kept. */
export async function addValidWork({ stores }: OpenStores, account: ValidAccount) {
  const { userId, tts } = account
  const [workId, chapterId, section] = [randomUUID(), randomUUID(), randomUUID()]
  const key = 'k'.repeat(43)
  const piece = pieceId(userId, key)
  const fileOfPiece = (take = 'take') => pieceFile(userId, key, take)
  const sound = { jobId: tts, revision: 1, sizeBytes: 3, durationMs: 1 }
  const sections = [{ id: section, revision: 1, characters: 4, paragraphs: [], tries: 0, sound, jobs: [tts] }]
  const ofJob = { workId, chapterId, id: section, revision: 1 }
  await Promise.all([
    account.change('jobs', 'jobs', tts, { $set: { section: ofJob, requestId: `work:${section}:1:0` } }),
    account.add('jobs', 'works', { ...{ userId, state: 'completed' }, _id: workId }),
    account.add('jobs', 'chapters', { ...{ userId, workId, sections, calls: 1, removedJobs: [] }, _id: chapterId }),
    account.add('speech', 'pieces', { ...{ userId, works: [workId], name: fileOfPiece() }, _id: piece }),
    stores.audio.write(fileOfPiece(), Buffer.from('pcm')),
  ])
  return { workId, chapterId, section, piece, fileOfPiece, sound }
}
export type ValidWork = Awaited<ReturnType<typeof addValidWork>>

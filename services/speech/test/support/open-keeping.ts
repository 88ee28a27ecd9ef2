import { randomUUID } from 'node:crypto'
import type { DataOf } from '@utter/contracts/event'
import type { SpeechRequested } from '@utter/contracts/events/speech-requested'
import type { SpokenPart } from '@utter/contracts/spoken-part'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { openClaims } from '@utter/storage/claims'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { openDatabase } from '@utter/testing/setup/databases'
import type { KeptPieces } from '../../src/domain/kept/kept-piece.ts'
import type { RecordedPiece } from '../../src/domain/recording.ts'
import { samplesInMemory } from '../../src/domain/samples.ts'
import { pcmHashOf, type StoredAudio } from '../../src/domain/stored-audio.ts'
import type { Hearing, SpeechProvider } from '../../src/domain/voice.ts'
import type { Mastering } from '../../src/engines/mastering.ts'
import { keepPieces } from '../../src/lifecycle/keep-pieces.ts'
import { speakJob } from '../../src/lifecycle/speak-job.ts'
import { notLive } from '../../src/lifecycle/speak-live.ts'
import { openKeptPieces } from '../../src/store/kept-pieces.ts'
import { keepForNoDeleted } from '../../src/store/pieces-of-deleted.ts'
import { usual } from './local-voice.ts'

/** The store of kept pieces, with its database and its folder, for all tests of a file. */
export async function openKeeping(database: string) {
  const mongo = await closedAfterAll(openDatabase(database))
  const folder = (await closedAfterAll(openFolder())).path
  const files = await openAudioFolder(folder)
  const claims = await openClaims<StoredAudio>(mongo.connection)
  const deleted = await openDeletedAccounts(mongo.connection)
  const open = await openKeptPieces(mongo.connection)
  const pieces = keepForNoDeleted(open(files), { claims, deleted })
  const documents = mongo.connection.collection<{ _id: string; userId: string; name: string; works: string[] }>(
    'pieces',
  )
  return {
    ...{ mongo, folder, files, claims, deleted, open, pieces, documents },
    /** The sounds of an account's pieces, by the names of their files. */
    async sounds(userId: string) {
      const found: string[] = []
      for await (const { name } of files.list()) if (name.startsWith(userId)) found.push(name)
      return found.sort()
    },
    /** The names that the documents of an account's pieces have. */
    named: async (userId: string) =>
      (await documents.find({ userId }).toArray()).map(({ name }: { name: string }) => name).sort(),
  }
}

/** Paragraphs as a section of a work has them: a part each, with a pause between two. */
export const partsOf = (paragraphs: string[]): { text: string; parts: SpokenPart[] } => ({
  text: paragraphs.map((text) => `${text}\n`).join(''),
  parts: paragraphs.flatMap((text, index) => [...(index > 0 ? [{ pauseMs: 600 }] : []), { text: `${text}\n` }]),
})

type Asked = Partial<DataOf<typeof SpeechRequested>> & {
  userId: string
  workId: string
  signal?: AbortSignal
  onKept?: () => void
  hearing?: Hearing
}

/** A text as a job of a work has it spoken: each of its pieces by the hash of what is heard, and as it was said. */
export async function speakKept(
  speech: SpeechProvider,
  pieces: Pick<KeptPieces, 'find' | 'read' | 'keep' | 'heard' | 'noteUse'>,
  {
    userId,
    workId,
    jobId = randomUUID(),
    signal = new AbortController().signal,
    onKept = () => {},
    hearing,
    ...asked
  }: Asked,
) {
  const heard: RecordedPiece[] = []
  const mastering = {
    even: async ({ samples }) => samples,
    loudness: async () => undefined,
  } satisfies Partial<Mastering> as unknown as Mastering
  const keeping = keepPieces(pieces, { userId, workId, jobId }, { signal, onKept })
  const { spoken, checked } = await speakJob(
    { speech, mastering, hearing },
    { jobId, attempt: 1, text: '', voiceId: 'one', ttsSettings: usual, ...asked },
    {
      ...{ signal, onDone() {}, pass: async () => {}, givesUp: () => true, about: { userId } as never },
      live: { ...notLive, add: (piece) => void heard.push(piece) },
      keeping,
    },
  )
  return {
    ...{ spoken, checked },
    ...(await keeping.use()),
    hashes: await Promise.all(
      heard.map(({ samples, sampleRate, said }) => {
        const at = (ms: number) => Math.round((ms * sampleRate) / 1_000)
        return pcmHashOf(samplesInMemory([samples.slice(at(said.startMs), at(said.endMs))]))
      }),
    ),
    said: heard.map((piece) => piece.said),
  }
}

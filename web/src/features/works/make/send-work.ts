import { WorkFileDryRun, WorkView } from '@utter/contracts/http/works/views'
import { HttpError } from '../../../lib/server/http.ts'
import { type SendOptions, sendFile } from '../../../lib/server/send-file.ts'
import type { VoicesOfDraft } from './chosen-voices.ts'

export interface WorkDraft extends VoicesOfDraft {
  title: string
  voiceId: string
  /** Read by the server: a text that was pasted is one too. */
  file: File
}

/** Characters of a name, at most; its end says what the file is. */
const maxName = 500
const pathOfFile = (file: File, fields: Record<string, string>) =>
  `/api/works/file?${new URLSearchParams({ name: file.name.slice(-maxName), ...fields })}`

/** A dry run keeps nothing under it. */
const ofDryRun = 'dry-run'

/** Asks what is read in the file, and what its work would be: nothing is made. */
export async function askPrice(
  { file, ...draft }: Omit<WorkDraft, 'title'>,
  options: SendOptions,
): Promise<WorkFileDryRun> {
  const ask = async (asked: typeof draft) => {
    const path = pathOfFile(file, { ...fieldsOf(asked), dryRun: 'true' })
    return WorkFileDryRun.parse(await sendFile(path, file, { ...options, idempotencyKey: ofDryRun }))
  }
  try {
    return await ask(draft)
  } catch (error) {
    const { chapterVoices, ...rest } = draft
    // A typed text has lost a chapter: what it has now is told without their voices, which are then those of the chapters that are left.
    if (chapterVoices !== undefined && isAtChapterVoices(error)) return ask(rest)
    throw error
  }
}

const fieldsOf = ({ voiceId, speakers, chapterVoices }: Omit<WorkDraft, 'title' | 'file'>) => ({
  voiceId,
  ...(speakers !== undefined && { speakers }),
  ...(chapterVoices !== undefined && { chapterVoices }),
})

const isAtChapterVoices = (error: unknown) =>
  error instanceof HttpError && error.problem?.details?.some(({ field }) => field === 'chapterVoices') === true

/** Makes the work, once for each request id. */
export async function sendWork(
  { file, title, ...draft }: WorkDraft,
  requestId: string,
  options: SendOptions,
): Promise<WorkView> {
  const path = pathOfFile(file, { title: title.trim(), ...fieldsOf(draft) })
  return WorkView.parse(await sendFile(path, file, { ...options, idempotencyKey: requestId }))
}

const maxTries = 5

/** An account has one file read at a time, and one that was given up is read to its end. */
export const retryOfFile = {
  retry: (count: number, error: Error): boolean =>
    count < maxTries && error instanceof HttpError && error.problem?.code === 'too_many_at_once',
  retryDelay: (_: number, error: Error): number =>
    1_000 * ((error instanceof HttpError && error.retryAfterSeconds) || 1),
}

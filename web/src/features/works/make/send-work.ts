import { WorkFileDryRun, WorkView } from '@utter/contracts/http/works/views'
import { HttpError } from '../../../lib/server/http.ts'
import { type SendOptions, sendFile } from '../../../lib/server/send-file.ts'

export interface WorkDraft {
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
  { file, voiceId }: Omit<WorkDraft, 'title'>,
  options: SendOptions,
): Promise<WorkFileDryRun> {
  const path = pathOfFile(file, { voiceId, dryRun: 'true' })
  return WorkFileDryRun.parse(await sendFile(path, file, { ...options, idempotencyKey: ofDryRun }))
}

/** Makes the work, once for each request id. */
export async function sendWork(
  { file, title, voiceId }: WorkDraft,
  requestId: string,
  options: SendOptions,
): Promise<WorkView> {
  const path = pathOfFile(file, { title: title.trim(), voiceId })
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

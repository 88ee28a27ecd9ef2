import type { WorkRequest } from '@utter/contracts/http/works/requests'
import { WorkDryRun, WorkFileDryRun, WorkView } from '@utter/contracts/http/works/views'
import type * as z from 'zod/mini'
import { HttpError, request } from '../../../lib/server/http.ts'
import { type SendOptions, sendFile } from '../../../lib/server/send-file.ts'
import type { ReadWork } from './read-work.ts'

/** Either a text that was read here, or a file that the server reads. */
export type Material = ReadWork | File

export interface WorkDraft {
  title: string
  voiceId: string
  material: Material
}

/** The size and price of a work before it is made; the chapters of a text are known here. */
export type WorkPrice = z.infer<typeof WorkDryRun> & Partial<Pick<z.infer<typeof WorkFileDryRun>, 'title' | 'contents'>>

const bodyOf = (title: string, voiceId: string, read: ReadWork, requestId: string): WorkRequest => ({
  ...{ title: title.trim(), voiceId, requestId },
  chapters: read.chapters.map((chapter) => ({
    title: chapter.title,
    paragraphs: chapter.paragraphs.map((text) => ({ text })),
  })),
})

/** Characters of a name, at most; its end says what the file is. */
const maxName = 500
const pathOfFile = (file: File, fields: Record<string, string>) =>
  `/api/works/file?${new URLSearchParams({ name: file.name.slice(-maxName), ...fields })}`

/** A dry run keeps nothing under it. */
const ofDryRun = 'dry-run'

/** Asks what the work would be: nothing is made. */
export async function askPrice(
  { material, voiceId }: Omit<WorkDraft, 'title'>,
  options: SendOptions,
): Promise<WorkPrice> {
  if (material instanceof File)
    return WorkFileDryRun.parse(
      await sendFile(pathOfFile(material, { voiceId, dryRun: 'true' }), material, {
        ...options,
        idempotencyKey: ofDryRun,
      }),
    )
  // The title changes nothing of it, and may still be missing.
  const body = bodyOf(material.title || 'Untitled', voiceId, material, ofDryRun)
  return WorkDryRun.parse(await request('POST', '/api/works?dryRun=true', { body, ...options }))
}

/** Makes the work, once for each request id. */
export async function sendWork(
  { material, title, voiceId }: WorkDraft,
  requestId: string,
  options: SendOptions,
): Promise<WorkView> {
  if (!(material instanceof File))
    return WorkView.parse(await request('POST', '/api/works', { body: bodyOf(title, voiceId, material, requestId) }))
  const path = pathOfFile(material, { title: title.trim(), voiceId })
  return WorkView.parse(await sendFile(path, material, { ...options, idempotencyKey: requestId }))
}

const maxTries = 5

/** An account has one file read at a time, and one that was given up is read to its end. */
export const retryOfFile = {
  retry: (count: number, error: Error): boolean =>
    count < maxTries && error instanceof HttpError && error.problem?.code === 'too_many_at_once',
  retryDelay: (_: number, error: Error): number =>
    1_000 * ((error instanceof HttpError && error.retryAfterSeconds) || 1),
}

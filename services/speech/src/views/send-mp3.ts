import { Readable } from 'node:stream'
import { isNotModified, rangeOf } from '@utter/http/conditions'
import type { Operation } from '@utter/http/openapi/operation'
import { type Disclosed, disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import type { AudioFile, AudioFiles } from '@utter/storage/audio/files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitSending } from './limit-sending.ts'

/** The longest pause of a client that reads nothing. */
const stallMs = 30_000

type Mp3 = {
  files: AudioFiles
  file: AudioFile
  /** The name of a download, without `.mp3`, and the first part of the ETag. */
  name: string
  headers: Record<string, string>
  isDownload?: boolean
  /** Absent: it is of no job. */
  disclosed?: Disclosed
}

/** The answers of `sendMp3`, for the API's description. */
export const mp3Answers: NonNullable<Operation['answers']> = {
  200: {
    description: 'The whole mp3.',
    types: ['audio/mpeg'],
    headers: ['ETag', 'Content-Disposition', 'AI-Disclosure'],
  },
  206: { description: 'The range of it.', types: ['audio/mpeg'], headers: ['ETag', 'Content-Range', 'AI-Disclosure'] },
  304: { description: 'What is kept still holds.', headers: ['ETag'] },
}
export const mp3Refusals: NonNullable<Operation['refusals']> = {
  412: 'It is not what `If-Match` or `If-Unmodified-Since` names.',
  416: 'The range lies outside of the audio.',
}

/** Answers with an mp3, or with the range of it that was requested, so that a player can seek; to a POST with the whole. */
export function sendMp3(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, file, name, headers, isDownload = false, disclosed = {} }: Mp3,
): FastifyReply {
  limitSending(reply.raw, stallMs)
  const lastModified = file.modifiedAt
  const etag = `"${name}-${file.sizeBytes}-${Math.floor(lastModified.getTime() / 1_000).toString(36)}"`
  reply.headers({
    ...headers,
    [disclosureHeader]: disclosureOf(disclosed),
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    'last-modified': lastModified.toUTCString(),
    etag,
    'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename="${name}.mp3"`,
  })
  const isRead = request.method !== 'POST'
  if (isRead && isNotModified(request, { etag, lastModified })) return reply.code(304).send()
  const only = rangeOf(request, { etag, lastModified, sizeBytes: file.sizeBytes }, new Date())
  // Fastify reads the body of a HEAD to its end and sends nothing: each would cost a whole sound.
  const sound = () => (request.method === 'HEAD' ? Readable.from([]) : files.read(file.name, only))
  if (!only) return reply.header('content-length', file.sizeBytes).send(sound())
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${only.start}-${only.end}/${file.sizeBytes}`,
      'content-length': only.end - only.start + 1,
    })
    .send(sound())
}

import { Readable } from 'node:stream'
import type { Operation } from '@utter/http/openapi/operation'
import { Problem } from '@utter/http/problem'
import type { AudioFile, AudioFiles } from '@utter/storage/audio/files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
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
}

/** The answers of `sendMp3`, for the API's description. */
export const mp3Answers: NonNullable<Operation['answers']> = {
  200: { description: 'The whole mp3.', types: ['audio/mpeg'], headers: ['ETag', 'Content-Disposition'] },
  206: { description: 'The range of it.', types: ['audio/mpeg'], headers: ['ETag', 'Content-Range'] },
  304: { description: 'What is kept still holds.' },
}
export const mp3Refusals: NonNullable<Operation['refusals']> = { 416: 'The range lies outside of the audio.' }

/** Answers with an mp3, or with the range of it that was requested, so that a player can seek. */
export function sendMp3(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, file, name, headers, isDownload = false }: Mp3,
): FastifyReply {
  limitSending(reply.raw, stallMs)
  const etag = `"${name}-${file.sizeBytes}"`
  reply.headers({
    ...headers,
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    'last-modified': file.modifiedAt.toUTCString(),
    etag,
    'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename="${name}.mp3"`,
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const range = request.headers.range === undefined ? -2 : parseRange(file.sizeBytes, request.headers.range)
  if (range === -1)
    throw new Problem(416, 'range_not_satisfiable', 'The range lies outside of the audio', {
      headers: { 'content-range': `bytes */${file.sizeBytes}` },
    })
  const only = typeof range === 'object' && range.type === 'bytes' && range.length === 1 ? range[0] : undefined
  // Fastify reads the body of a HEAD to its end and sends nothing: each would cost a whole sound.
  const sound = () => (request.method === 'HEAD' ? Readable.from([]) : files.read(file.name, only))
  // Several ranges at once, or a header that makes no sense: the whole file, as RFC 9110 allows.
  if (!only) return reply.header('content-length', file.sizeBytes).send(sound())
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${only.start}-${only.end}/${file.sizeBytes}`,
      'content-length': only.end - only.start + 1,
    })
    .send(sound())
}

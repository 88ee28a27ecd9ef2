import { PassThrough, pipeline, type Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { TransientError } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { type BucketSettings, type BucketTimes, isMissingObject, openBucketClient } from './bucket-client.ts'
import { type AudioFile, type AudioStore, checkedName, isAudioName } from './files.ts'

/** Milliseconds for a whole mp3: an hour of sound has 58 MB. */
const storing: BucketTimes = { attemptMs: 20_000, limitMs: 50_000 }
/** Milliseconds of a readiness check, which itself has a second. */
const checking: BucketTimes = { attemptMs: 900, limitMs: 900 }

/**
 * Audio in a bucket of S3, or of a compatible server. An object is put in one request, which makes it visible whole or
 * not at all, so there are no drafts. Each object has the tag `utter`, by which lifecycle rules can distinguish the
 * kinds.
 * @param answering milliseconds until an answer begins, for which a person may be waiting
 */
export function openAudioBucket(
  settings: BucketSettings,
  log: Log,
  answering: BucketTimes = { attemptMs: 2_000, limitMs: 5_000 },
): AudioStore {
  const { ask, close } = openBucketClient(settings, log)
  const Bucket = settings.bucket

  /** Names in portions of 1,000, the most that S3 lists, and that it removes in one request. */
  async function* portions(Prefix?: string): AsyncGenerator<AudioFile[]> {
    let next: { ContinuationToken: string } | undefined
    do {
      const command = new ListObjectsV2Command({ Bucket, ...(Prefix && { Prefix }), ...next })
      const answer = await ask('ListObjectsV2', answering, (client, options) => client.send(command, options))
      yield (answer.Contents ?? []).flatMap(({ Key = '', Size = 0, LastModified = new Date() }) =>
        // Something else in the bucket, which is nobody's here.
        isAudioName(Key) ? [{ name: Key, sizeBytes: Size, modifiedAt: LastModified }] : [],
      )
      next = answer.NextContinuationToken ? { ContinuationToken: answer.NextContinuationToken } : undefined
    } while (next)
  }

  return {
    files: {
      async write(name, bytes, kind = 'recording') {
        const command = new PutObjectCommand({
          ...{ Bucket, Key: checkedName(name), Body: bytes },
          ...{ ContentType: typeOf(name), Tagging: `utter=${kind}` },
        })
        await ask('PutObject', storing, (client, options) => client.send(command, options))
      },
      async find(name) {
        const command = new HeadObjectCommand({ Bucket, Key: checkedName(name) })
        try {
          const head = await ask('HeadObject', answering, (client, options) => client.send(command, options))
          return { name, sizeBytes: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date() }
        } catch (error) {
          if (isMissingObject(error)) return undefined
          throw error
        }
      },
      read(name, range) {
        const Range = range && `bytes=${range.start}-${range.end}`
        const command = new GetObjectCommand({ Bucket, Key: checkedName(name), ...(Range && { Range }) })
        const stop = new AbortController()
        const sound = new PassThrough()
        sound.once('close', () => stop.abort())
        ask('GetObject', answering, (client, options) => client.send(command, options), stop).then(
          // An error of the body ends the sound with it, and the end of the sound the body.
          ({ Body }) => pipeline(Body as Readable, sound, () => {}),
          (error) => sound.destroy(isMissingObject(error) ? noSuchFile(name, error) : error),
        )
        return sound
      },
      async remove(name) {
        const command = new DeleteObjectCommand({ Bucket, Key: checkedName(name) })
        await ask('DeleteObject', answering, (client, options) => client.send(command, options))
      },
      async removeAll(prefix) {
        for await (const files of portions(checkedName(prefix))) {
          if (files.length === 0) continue
          const command = new DeleteObjectsCommand({
            Bucket,
            Delete: { Objects: files.map(({ name }) => ({ Key: name })), Quiet: true },
          })
          const { Errors: [fault] = [] } = await ask('DeleteObjects', answering, (client, options) =>
            client.send(command, options),
          )
          if (fault) throw new TransientError(`The audio bucket did not remove ${fault.Key} (${fault.Code})`)
        }
      },
      async *list() {
        for await (const files of portions()) yield* files
      },
      removeDrafts: async () => 0,
    },
    // By a listing, since the answer to `HeadBucket` has no body that would name what is wrong.
    check() {
      const command = new ListObjectsV2Command({ Bucket, MaxKeys: 1 })
      return ask('ListObjectsV2', checking, (client, options) => client.send(command, options))
    },
    close,
  }
}

const noSuchFile = (name: string, cause: unknown) =>
  Object.assign(new Error(`ENOENT: the audio bucket has no ${name}`, { cause }), { code: 'ENOENT' })

const typeOf = (name: string) => (name.endsWith('.mp3') ? 'audio/mpeg' : 'application/octet-stream')

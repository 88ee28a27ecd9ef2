import { S3Client } from '@aws-sdk/client-s3'
import { isTransient, TransientError } from '@utter/runtime/is-transient'
import { withTimeout } from '@utter/runtime/with-timeout'
import type { Log } from '@utter/telemetry/log'

export type BucketSettings = {
  bucket: string
  region: string
  /** The address of a compatible server; without it Amazon's. */
  endpoint?: string | undefined
  /** Without them the SDK's own chain looks for some: files, a web identity, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
}

/** Milliseconds for one attempt, and for all of them together. */
export type BucketTimes = { attemptMs: number; limitMs: number }
export type SendOptions = { abortSignal: AbortSignal; requestTimeout: number }

/** Milliseconds for a connection, and without a byte on one: longer than speech waits for a stalled reader (30 s). */
const connectMs = 1_000
const silenceMs = 60_000
/** Sound that is being read holds a connection for as long as its reader takes. */
const maxSockets = 500

/**
 * A client of one bucket whose every request ends in time. Every reason for no answer is transient, wrong credentials
 * too: jobs are postponed until somebody has put that right, and the log names it once for each operation.
 */
export function openBucketClient({ bucket, region, endpoint, credentials }: BucketSettings, log: Log) {
  const client = new S3Client({
    region,
    maxAttempts: 3,
    // Compatible servers are rarely given a name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Else each body goes through one more stream, which a destroyed reader leaves open.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  })
  const troubles = new Map<string, string>()
  return {
    /** @param stop aborts the request, and what is still to be read of its answer */
    async ask<Answer>(
      operation: string,
      { attemptMs, limitMs }: BucketTimes,
      send: (client: S3Client, options: SendOptions) => Promise<Answer>,
      stop = new AbortController(),
    ): Promise<Answer> {
      let isLate = false
      const late = () => {
        isLate = true
        stop.abort()
        return new DOMException('no answer in time', 'TimeoutError')
      }
      try {
        // Not by the signal alone: the SDK looks for credentials, or renews them, without regard to it.
        const sent = send(client, { abortSignal: stop.signal, requestTimeout: attemptMs })
        const answer = await withTimeout(limitMs, sent, late)
        settle(operation)
        return answer
      } catch (error) {
        if (stop.signal.aborted && !isLate) throw error
        const trouble = isLate ? 'is unavailable' : troubleOf(error)
        settle(operation, trouble, error)
        if (!trouble) throw error
        const reason = isLate ? `no answer in ${limitMs} ms` : nameOf(error)
        throw new TransientError(`The audio bucket ${trouble} (${operation}: ${reason})`, { cause: error })
      }
    },
    close: () => client.destroy(),
  }

  /**
   * Logs when a trouble begins and when it is over, with the answer's name and status alone: servers repeat what was
   * signed.
   */
  function settle(operation: string, trouble?: string, error?: unknown): void {
    if (troubles.get(operation) === trouble) return
    const about = { bucket, operation, ...(error !== undefined && { code: nameOf(error), status: statusOf(error) }) }
    if (trouble === 'refuses us')
      log.error(about, 'the audio bucket refuses us: its name, region, credentials or their rights are wrong')
    else if (trouble) log.warn(about, 'the audio bucket is unavailable')
    else log.info(about, 'the audio bucket is back')
    if (trouble) troubles.set(operation, trouble)
    else troubles.delete(operation)
  }
}

/** Whether the answer is that there is no such object. */
export const isMissingObject = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(error))

const nameOf = (error: unknown): string => {
  const { name, code } = error as { name?: string; code?: string }
  return (name === 'Error' && code) || name || 'unknown'
}
const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Statuses below 500 by which a server asks for patience. */
const patience = new Set([408, 425, 429])

/** Undefined for an ordinary answer, and for a fault of ours. */
function troubleOf(error: unknown): 'refuses us' | 'is unavailable' | undefined {
  if (isMissingObject(error)) return undefined
  const status = statusOf(error)
  if (status !== undefined && status < 500 && !patience.has(status)) return 'refuses us'
  // The chain found no credentials, or a service in it refused them.
  if (nameOf(error).endsWith('ProviderError')) return 'refuses us'
  return status !== undefined || isTransient(error) ? 'is unavailable' : undefined
}

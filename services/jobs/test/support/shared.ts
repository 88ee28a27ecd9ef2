import { Readable } from 'node:stream'
import type { VoiceView } from '@utter/contracts/http/voices'
import type { TierName } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import type { Deps } from '../../src/deps.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { complete } from './ends.ts'
import { callers, openJobs } from './open-jobs.ts'
import { audio } from './open-lifecycle.ts'

/** The stored mp3 of a job. */
export const storedOf = (jobId: string): Buffer => Buffer.alloc(audio.sizeBytes, jobId)
/** The voice of the jobs, as speech has it. */
export const joe: VoiceView = {
  ...{ id: 'joe', name: 'Joe', description: 'A calm man', language: 'en-US', languages: ['en-US'], sex: 'male' },
  ...{
    speedClass: 'quick',
    settings: [],
    provider: 'piper',
    aliases: ['default'],
    sampleUrl: '/api/voices/joe/sample.mp3',
  },
}

/** The routes of shared jobs, with speech's answers made up. */
export async function openShared(database: string, more: Partial<Omit<Deps, 'speech'>> = {}) {
  const jobs = await openJobs(`shared-${database}`, {
    speech: { bytes: async (id, _signal, { start, end }) => Readable.from([storedOf(id).subarray(start, end + 1)]) },
    voices: { list: async () => [joe], own: async () => [] },
    ...more,
  })
  return {
    ...jobs,
    /** A completed job, with the calls of its owner and of a stranger. */
    async spoken({ tier = 'free' as TierName, ...fields }: Partial<Job> & { tier?: TierName } = {}) {
      const userId = await jobs.account(tier)
      const token = callers.account(newIdentity({ userId, tier }))
      const { _id: id } = await jobs.submit(userId, { voiceId: 'joe' }, fields.kind ?? 'reply')
      await complete(jobs, userId, id)
      if (Object.keys(fields).length > 0) await jobs.deps.jobs.update({ _id: id, userId }, { $set: fields })
      const share = (body?: unknown, by = token) =>
        jobs.request('POST', `/api/jobs/${id}/share`, by, body === undefined ? {} : { body })
      const unshare = (by = token) => jobs.request('DELETE', `/api/jobs/${id}/share`, by)
      /** The secret of a new link. */
      const secretOf = async (body?: unknown) => (await share(body)).body.url.split('/').at(-1) as string
      const view = async () => (await jobs.request('GET', `/api/jobs/${id}`, token)).body
      return { userId, token, id, share, unshare, secretOf, view }
    },
    opened: (secret: string) => jobs.request('GET', `/api/shared/${secret}`, callers.visitor),
    sound: (secret: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', query = '') =>
      jobs.bytes(method, `/api/shared/${secret}/audio.mp3${query}`, callers.visitor, { headers }),
  }
}

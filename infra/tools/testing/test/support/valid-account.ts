import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bonusCallsFor } from '@utter/referral/domain/milestones'
import { openAudioFolder } from '@utter/storage/audio/folder'
import mongoose from 'mongoose'
import { inject } from 'vitest'
import '../../src/setup/provided.ts'
import type { SseEvent } from '../../src/customers/sse.ts'
import type { JobRecord } from '../../src/invariants/job-invariants.ts'
import type { Stores } from '../../src/invariants/snapshot.ts'
import type { ReadStream } from '../../src/invariants/streams.ts'

const databaseOf = (service: string) => `checker-${service}-${process.pid}`
const period = new Date('2026-03-15T09:00:00Z')

/** Real stores for snapshots of accounts; each account is one of its own. */
export async function openStores() {
  const mongo = await mongoose.createConnection(inject('backing').MONGO_URL).asPromise()
  const folder = await mkdtemp(join(tmpdir(), 'utter-checker-'))
  const audio = await openAudioFolder(folder)
  const stores: Stores = { mongoUrl: inject('backing').MONGO_URL, audio, databaseOf }
  return {
    stores,
    collection: (service: string, name: string) => mongo.useDb(databaseOf(service)).collection<{ _id: string }>(name),
    async close() {
      await mongo.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type OpenStores = Awaited<ReturnType<typeof openStores>>

/**
 * An account without a violation: a reply and a recording completed, one job failed and one cancelled, a friend
 * that it brought, and somebody who brought it.
 */
export async function validAccount({ collection, stores }: OpenStores) {
  const [userId, friendId, referrerId] = [randomUUID(), randomUUID(), randomUUID()]
  const [reply, tts, failed, cancelled] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const startedAtMs = Date.now() - 60_000
  const entry = (second: number, step: string, status: string, progress: number) => ({
    at: new Date(startedAtMs + second * 1_000),
    step,
    status,
    progress,
  })
  const job = (_id: string, kind: string, timeline: ReturnType<typeof entry>[], more: Partial<JobRecord>) => ({
    _id,
    userId,
    kind,
    status: timeline.at(-1)?.status ?? '',
    queue: 'none',
    rank: 5,
    version: timeline.length,
    timeline,
    call: { period, owed: true },
    cached: false,
    ...more,
  })
  const fileOf = (jobId: string, owner = 'owner') => `${jobId}.${owner}.mp3`
  const jobs = [
    job(
      reply,
      'reply',
      [
        entry(0, 'submitted', 'pending', 0),
        entry(1, 'chat-started', 'processing', 10),
        entry(2, 'reply-written', 'processing', 40),
        entry(3, 'speech-started', 'processing', 50),
        entry(4, 'completed', 'completed', 100),
      ],
      { aiResponse: 'Well', audio: { name: fileOf(reply), sizeBytes: 3, durationMs: 1, peaks: [] } },
    ),
    job(
      tts,
      'tts',
      [
        entry(5, 'submitted', 'pending', 0),
        entry(6, 'speech-started', 'processing', 50),
        entry(7, 'completed', 'completed', 100),
      ],
      { audio: { name: fileOf(tts), sizeBytes: 3, durationMs: 1, peaks: [] } },
    ),
    job(failed, 'reply', [entry(8, 'submitted', 'pending', 0), entry(9, 'failed', 'failed', 0)], {
      rank: 0,
      code: 'content_refused',
      call: { period, owed: false },
    }),
    job(cancelled, 'tts', [entry(10, 'submitted', 'pending', 0), entry(11, 'failed', 'failed', 0)], {
      rank: 2,
      code: 'cancelled',
      call: { period, owed: false },
    }),
  ]
  const write = (jobId: string, name = fileOf(jobId), bytes = 'mp3') => stores.audio.write(name, Buffer.from(bytes))
  const claim = (key: string, result: object) => ({ _id: key, userId, fence: 1, heartbeat: 0, result })
  const member = (_id: string, brought: string[], version: number) => ({
    _id,
    code: _id.slice(0, 8).toUpperCase(),
    mailbox: `${_id}@example.com`,
    brought,
    referralCount: brought.length,
    bonusCallsEarned: bonusCallsFor(brought.length),
    version,
  })
  const me = member(userId, [friendId], 2)
  const referrer = member(referrerId, [userId], 2)
  await Promise.all([
    collection('jobs', 'jobs').insertMany(jobs),
    collection('jobs', 'allowances').insertOne({
      ...{
        period,
        adjustment: 1,
        used: 3,
        concurrency: 2,
        active: [],
        reserved: [],
        backlog: false,
        billingVersion: 1,
        bonusEarned: me.bonusCallsEarned,
      },
      _id: userId,
    }),
    collection('billing', 'ledger').insertMany([reply, tts].map((_id) => ({ _id, userId, period }))),
    collection('billing', 'subscriptions').insertOne({ ...{ tier: 'starter', version: 1 }, _id: userId }),
    collection('chat', 'claims').insertMany([
      claim(`${reply}:chat`, { value: { text: 'Well', tokens: 1, model: 'm' } }),
      claim(`${failed}:chat`, { failed: { code: 'content_refused', error: 'No' } }),
    ]),
    collection('speech', 'claims').insertMany(
      // Speech was at the cancelled one when it was cancelled, and came to an end.
      [reply, tts, cancelled].map((jobId) => claim(`${jobId}:speech`, { value: { name: fileOf(jobId) } })),
    ),
    collection('referral', 'members').insertMany([me, referrer]),
    collection('account', 'users').insertOne({
      ...{ subscriptionTier: 'starter', billingVersion: 1, referredBy: referrer.code.toLowerCase() },
      ...{ referralCode: me.code, referralCount: 1, bonusCallsEarned: me.bonusCallsEarned, referralVersion: 2 },
      _id: userId,
    }),
    ...[reply, tts, cancelled].map((jobId) => write(jobId)),
  ])

  /** As notifier sends it, which a test may change. */
  const streams = new Map<string, SseEvent[]>(
    jobs.map(({ _id, timeline }) => [
      `/api/events/${_id}`,
      timeline.map((_, index) => ({ id: String(index + 1), event: 'message', data: {} })),
    ]),
  )
  streams.set(
    '/api/events',
    jobs.flatMap(({ _id, timeline }) =>
      timeline.map(({ at }, index) => ({
        id: `${at?.getTime()}-${_id}-${index + 1}`,
        event: 'message',
        data: { jobId: _id, version: index + 1 },
      })),
    ),
  )
  const read: ReadStream = async (path) => streams.get(path) ?? []
  return {
    userId,
    ...{ friendId, referrerId, reply, tts, failed, cancelled },
    ...{
      stores,
      streams,
      read,
      write,
      fileOf,
      removeFile: (jobId: string, name = fileOf(jobId)) => stores.audio.remove(name),
    },
    change: (service: string, name: string, _id: string, update: object) =>
      collection(service, name).updateOne({ _id }, update),
    add: (service: string, name: string, document: { _id: string }) => collection(service, name).insertOne(document),
    remove: (service: string, name: string, _id: string) => collection(service, name).deleteOne({ _id }),
  }
}
export type ValidAccount = Awaited<ReturnType<typeof validAccount>>

import type { Token } from '@utter/account/domain/token'
import type { User } from '@utter/account/domain/user'
import type { Subscription } from '@utter/billing/domain/subscription'
import type { LedgerRow } from '@utter/billing/store/ledger'
import type { Member } from '@utter/referral/domain/member'
import type { KeptPiece } from '@utter/speech/domain/kept/kept-piece'
import { pieceOfFile } from '@utter/speech/domain/kept/piece-file'
import { isSampleName } from '@utter/speech/domain/voice-sample'
import type { AudioFile, AudioFiles } from '@utter/storage/audio/files'
import mongoose, { type Connection } from 'mongoose'
import { type AccountRecord, readAccount } from './job-invariants.ts'

export type Stores = {
  mongoUrl: string
  audio: AudioFiles
  /** The name of a service's database, if it is not the service's own. */
  databaseOf?: (service: string) => string
}

export type ClaimRecord = {
  _id: string
  fence: number
  turn?: number
  request?: string
  result?: { value?: { name?: string; text?: string }; failed?: unknown }
}
export type UserRecord = Pick<
  User,
  | '_id'
  | 'referredBy'
  | 'subscriptionTier'
  | 'cancelAt'
  | 'nextTier'
  | 'billingVersion'
  | 'referralCode'
  | 'referralCount'
  | 'bonusCallsEarned'
  | 'referralVersion'
  | 'unpublishedSince'
>
export type SubscriptionRecord = Pick<
  Subscription,
  '_id' | 'tier' | 'cancelAt' | 'nextTier' | 'version' | 'unpublishedSince'
>
export type MemberRecord = Pick<
  Member,
  | '_id'
  | 'code'
  | 'mailbox'
  | 'devices'
  | 'referredBy'
  | 'brought'
  | 'unpaid'
  | 'referralCount'
  | 'bonusCallsEarned'
  | 'version'
  | 'unpublishedSince'
>
export type PieceRecord = Pick<KeptPiece, '_id' | 'name'> & { works: string[] }
export type AudioFileRecord = { name: string; jobId: string; sizeBytes: number; isOfAJob: boolean }

/** Everything that the stores hold of one account, read one after the other: true when nothing is under way. */
export type Snapshot = {
  userId: string
  jobs: AccountRecord
  ledger: Pick<LedgerRow, '_id' | 'userId' | 'period' | 'segment'>[]
  /** Rows of any account, under the ids of this account's jobs. */
  foreignRows: { _id: string; userId: string }[]
  speech: ClaimRecord[]
  chat: ClaimRecord[]
  user: UserRecord | null
  /** Its API keys; of one that was rerolled each secret. */
  keys: Pick<Token, 'id' | 'monthlyCap'>[]
  subscription: SubscriptionRecord | null
  member: MemberRecord | null
  /** Members that count this account as a friend, and the one whose code it signed up with. */
  referrers: MemberRecord[]
  referrer: MemberRecord | null
  /** The account's files, and those that belong to no job of anybody. */
  files: AudioFileRecord[]
  /** Sounds that speech keeps for its works, and the files of such. */
  pieces: PieceRecord[]
  pieceFiles: Pick<AudioFile, 'name' | 'sizeBytes'>[]
}

export async function readSnapshot(userId: string, { mongoUrl, audio, databaseOf = same }: Stores): Promise<Snapshot> {
  const connection = await mongoose.createConnection(mongoUrl, { serverSelectionTimeoutMS: 5_000 }).asPromise()
  try {
    const open = (service: string) => connection.useDb(databaseOf(service))
    const [jobs, billing, account, referral] = [open('jobs'), open('billing'), open('account'), open('referral')]
    const ofJobs = await readAccount(jobs, userId)
    const ids = ofJobs.jobs.map(({ _id }) => _id)
    const listed: AudioFile[] = []
    for await (const file of audio.list()) listed.push(file)
    const user = await one<UserRecord>(account, 'users', { _id: userId })
    return {
      userId,
      jobs: ofJobs,
      ledger: await all(billing, 'ledger', { userId }),
      foreignRows: await all(billing, 'ledger', { _id: { $in: ids }, userId: { $ne: userId } }),
      speech: await all(open('speech'), 'claims', { userId }),
      chat: await all(open('chat'), 'claims', { userId }),
      user,
      keys: await all(account, 'tokens', { userId, kind: 'key' }),
      subscription: await one(billing, 'subscriptions', { _id: userId }),
      member: await one(referral, 'members', { _id: userId }),
      referrers: await all(referral, 'members', { brought: userId }),
      referrer: user?.referredBy ? await one(referral, 'members', { code: user.referredBy.toUpperCase() }) : null,
      files: await readFiles(listed, jobs, ids),
      pieces: await all(open('speech'), 'pieces', { userId }),
      pieceFiles: listed.filter(({ name }) => pieceOfFile(name)?.startsWith(`${userId}:`)),
    }
  } finally {
    await connection.close()
  }
}

const same = (service: string) => service
const all = <T>(connection: Connection, collection: string, filter: object) =>
  connection.collection(collection).find(filter).toArray() as unknown as Promise<T[]>
const one = <T>(connection: Connection, collection: string, filter: object) =>
  connection.collection(collection).findOne(filter) as unknown as Promise<T | null>

/** `<job id>.<owner>.mp3`. Samples of voices are nobody's. */
async function readFiles(listed: AudioFile[], jobs: Connection, ofAccount: string[]): Promise<AudioFileRecord[]> {
  const found = listed.flatMap((file) =>
    file.name.endsWith('.mp3') && !isSampleName(file.name)
      ? [{ ...file, jobId: file.name.split('.', 1)[0] ?? '' }]
      : [],
  )
  const known = new Set(
    (await all<{ _id: string }>(jobs, 'jobs', { _id: { $in: [...new Set(found.map(({ jobId }) => jobId))] } })).map(
      ({ _id }) => _id,
    ),
  )
  const mine = new Set(ofAccount)
  return found.flatMap(({ name, jobId, sizeBytes }) =>
    mine.has(jobId) || !known.has(jobId) ? [{ name, jobId, sizeBytes, isOfAJob: mine.has(jobId) }] : [],
  )
}

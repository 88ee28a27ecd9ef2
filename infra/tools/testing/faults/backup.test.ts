import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { runningGroups } from '@utter/messaging/kafkajs/clear-kafka'
import { makeBackup } from '@utter/operator/backup/make-backup'
import { restoreBackup } from '@utter/operator/backup/restore-backup'
import { findStores, openStores, type StoreAddresses } from '@utter/operator/backup/stores'
import { createAudioNames } from '@utter/speech/store/audio-names'
import { removeUnnamedAudio } from '@utter/speech/store/unnamed-audio'
import type { AudioFiles } from '@utter/storage/audio/files'
import { jobOfAudio } from '@utter/storage/audio/name'
import { openMongo } from '@utter/storage/mongo'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { createLog } from '@utter/telemetry/log'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import type { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { openMessages } from '@utter/testing/faults/messages'
import { openWebhookReceiver, type WebhookReceiver, withWebhook } from '@utter/testing/faults/webhook-receiver'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { leftOfDeleted } from '@utter/testing/invariants/deleted-account'
import { testOperator } from '@utter/testing/setup/operator'
import { keepAllAway } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testStores } from '@utter/testing/setup/stores'
import { silence } from '@utter/testing/vendors/fake-openai'
import { openVendor, wellBehaved } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()
const password = 'a long password'
const restore = (replace: boolean) =>
  restoreBackup(file, addresses, { replace, onDifference: (sentence) => differences.push(sentence) })

let folder: string
let file: string
let addresses: StoreAddresses
let vendor: Awaited<ReturnType<typeof openVendor>>
let receiver: WebhookReceiver
const differences: string[] = []

/** Jobs that had ended, one whose sound is lost, and jobs under way at the backup. */
let owner: RetryingCustomer
let lost: string
let ended: string[]
const underWay: string[] = []
/** On a plan, which another follows after the backup. */
let upgraded: Customer
/** An account that is deleted after the backup, and one that is made after it. */
let deleted: Customer
let deletedJob: string
let late: Customer
let lateJob: string
let undone: string

const logIn = ({ email }: Customer) => new Customer(url).post('/api/auth/login', { email, password })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'utter-backup-'))
  file = join(folder, 'backup')
  addresses = await findStores(dataDir, process.env)
  vendor = await openVendor()
  receiver = await openWebhookReceiver()
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await vendor.close()
  await rm(folder, { recursive: true })
})

test('a backup is made while the processes run and jobs are under way', async () => {
  owner = await withWebhook(url, receiver)
  upgraded = await signUpOnPlan(url, 'creator')
  deleted = await Customer.signUp(url)
  for (let n = 0; n < 4; n++) await owner.submit(n % 2 ? '/api/reply' : '/api/tts')
  await owner.allEnded()
  ended = [...owner.jobIds]
  lost = ended[0] ?? ''
  deletedJob = jobIdOf(await deleted.speak('Mine.'))
  expect((await deleted.finished(deletedJob)).status).toBe('completed')
  await eventually('the webhooks are delivered', () => receiver.received.size >= ended.length)

  vendor.answers(silence)
  for (let n = 0; n < 3; n++) underWay.push(await owner.submitOne('/api/reply'))
  await eventually('the model is asked', async () => (await owner.rows()).some(({ status }) => status === 'processing'))
  await using stores = await openStores(addresses)
  const { documents, audio } = await makeBackup(file, stores)
  expect(Object.keys(documents).map((name) => name.split('.')[0])).toEqual(expect.arrayContaining([...services]))
  expect(audio).toBeGreaterThanOrEqual(ended.length + 1)
})

test('while a process consumes, and over documents that are there, nothing is restored', async () => {
  vendor.answers(wellBehaved)
  undone = await owner.submitOne('/api/tts')
  await owner.allEnded()
  late = await Customer.signUp(url)
  lateJob = jobIdOf(await late.speak('Too late.'))
  expect((await late.finished(lateJob)).status).toBe('completed')
  await (await testOperator()).setPlan(upgraded.email, 'pro')
  await eventually('the plan is pro', async () => (await userOf(upgraded)).subscriptionTier === 'pro')
  expect((await deleted.post('/api/auth/delete-account', { password })).status).toBe(202)
  const { audio } = await testStores()
  await audio.removeAll(`${lost}.`)

  await expect(restore(true)).rejects.toThrow(/^Stop all processes first/)
  expect((await owner.customer.job(undone)).status).toBe('completed')

  await using _away = await keepAllAway(['gateway', ...services])
  await eventually('no process consumes any more', async () => (await runningGroups(addresses)).length === 0)
  await expect(restore(false)).rejects.toThrow(/--replace/)
  expect(await restore(true)).toMatchObject({ leftOut: [] })
})

test('the audio that is missing is named with its job: the lost one, and that of the account that was deleted since', () => {
  const known = [...owner.jobIds, deletedJob]
  const ofThese = differences.filter((sentence) => known.some((id) => sentence.includes(id)))
  const missing = (jobId: string) => expect.stringMatching(new RegExp(`^job ${jobId}: .+ is missing$`))
  expect(ofThese).toHaveLength(2)
  expect(ofThese).toEqual(expect.arrayContaining([missing(lost), missing(deletedJob)]))
})

test('accounts of the backup log in, by their sessions too, and have its plan and its jobs with their sound', async () => {
  for (const customer of [owner.customer, upgraded]) expect((await logIn(customer)).status).toBe(200)
  expect((await userOf(upgraded)).subscriptionTier).toBe('creator')
  for (const id of ended) {
    const { status, audioUrl } = await owner.customer.job(id)
    expect(status).toBe('completed')
    const sound = await fetch(new URL(audioUrl ?? '', url))
    expect([id, sound.ok]).toEqual([id, id !== lost])
    await sound.bytes()
  }
})

test('what came after the backup is gone, and so is who has deleted the account since', async () => {
  expect((await owner.customer.get(`/api/jobs/${undone}`)).status).toBe(404)
  for (const gone of [late, deleted]) {
    expect((await gone.get('/api/auth/me')).status).toBe(401)
    expect((await logIn(gone)).status).toBe(401)
  }
  const messages = await openMessages()
  expect(await messages.ofAccount(late.user?.id ?? '')).toEqual([])
  await messages.close()
  const stores = await testStores()
  const ofLate = await leftOfDeleted({ userId: late.user?.id ?? '', names: [late.email], jobIds: [lateJob] }, stores)
  // Speech removes a file that no result names once it is an hour old.
  expect(ofLate).toEqual([expect.stringMatching(`the file ${lateJob}`)])
  await eventually('nothing of the deleted account is left', async () => {
    const left = await leftOfDeleted(
      { userId: deleted.user?.id ?? '', names: [deleted.email], jobIds: [deletedJob] },
      stores,
    )
    if (left.length > 0) throw new Error(left.join('\n'))
    return true
  })
})

test('jobs that were under way are done, new ones too, and their webhooks are delivered', async () => {
  owner.jobIds.splice(owner.jobIds.indexOf(undone), 1)
  await owner.submit('/api/reply')
  await owner.submit('/api/tts')
  await owner.allEnded()
  const rows = await owner.rows()
  expect(rows.map(({ id }) => id).sort()).toEqual([...owner.jobIds].sort())
  expect(rows.filter(({ status }) => status !== 'completed')).toEqual([])
  await eventually('each was received', () => {
    const received = new Set([...receiver.received.values()].map(({ jobId }) => jobId))
    return owner.jobIds.every((id) => received.has(id))
  })
})

test('a plan that is set after the restore reaches every service', async () => {
  await (await testOperator()).setPlan(upgraded.email, 'starter')
  await eventually('the plan is starter', async () => (await userOf(upgraded)).subscriptionTier === 'starter')
  expect((await upgraded.finished(jobIdOf(await upgraded.speak('On we go.')))).status).toBe('completed')
})

test('the sweep of the files, once they are an hour old, takes those of what was undone and no other', async () => {
  const mongo = await openMongo(addresses.MONGO_URL, 'speech', createLog('tests', 'warn'))
  const { connection } = mongo
  const { audio: files } = await testStores()
  const named = await namesOf(files)
  const clock = { now: () => new Date(Date.now() + 2 * 3_600_000) }
  const leases = await openSweepLeases(connection)
  await removeUnnamedAudio({ files, names: createAudioNames(connection), leases, clock }).finally(mongo.close)
  const left = await namesOf(files)
  // Other tests leave files of their own, from attempts that died.
  const known = [...owner.jobIds, deletedJob, undone, lateJob]
  const removed = named.filter((name) => !left.includes(name)).flatMap((name) => jobOfAudio(name) ?? [])
  expect(removed.filter((id) => known.includes(id)).sort()).toEqual([undone, lateJob, ...underWay].sort())
})

test('every promise holds for the rest: one end a job, one call, one ledger row', async () => {
  await expectAtRest(upgraded)
  // Its audio cannot be restored: after its owner deletes the job, the checker finds nothing.
  expect((await owner.customer.request('DELETE', `/api/jobs/${lost}`)).status).toBe(204)
  await expectAtRest(owner.customer, { disturbed: true, accepted: owner.jobIds })
})

async function namesOf(files: AudioFiles): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of files.list()) names.push(name)
  return names
}

const userOf = async (customer: Customer): Promise<UserView> =>
  ((await customer.get('/api/auth/me')).body as { user: UserView }).user

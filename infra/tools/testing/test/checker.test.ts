import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { closedAfterAll } from '../src/closed-after-all.ts'
import { type Circumstances, violationsOf } from '../src/invariants/checker.ts'
import { openStores, type ValidAccount, validAccount } from './support/valid-account.ts'

const stores = await closedAfterAll(openStores())

const undisturbed = { disturbed: false }
const sentencesOf = (account: ValidAccount, circumstances: Circumstances = undisturbed) =>
  violationsOf(account.userId, account.stores, account.read, circumstances)

test('a valid account has no violation', async () => {
  expect(await sentencesOf(await validAccount(stores))).toEqual([])
})

test('an accepted job that is not there is missed', async () => {
  const account = await validAccount(stores)
  const lost = randomUUID()
  const sentences = await sentencesOf(account, { disturbed: true, accepted: [account.tts, lost] })
  expect(sentences).toEqual([`job ${lost} was accepted and is not there`])
})

/** The recording of an account, deleted as jobs and speech do that. */
async function deleteRecording(account: ValidAccount): Promise<void> {
  await account.change('jobs', 'jobs', account.tts, {
    $set: { status: 'deleted', endedAs: 'completed' },
    $unset: { timeline: 1, audio: 1 },
  })
  await account.change('speech', 'claims', `${account.tts}:speech`, { $set: { result: { withdrawn: true } } })
  await account.removeFile(account.tts)
  account.streams.set(
    '/api/events',
    (account.streams.get('/api/events') ?? []).filter(({ data }) => data.jobId !== account.tts),
  )
}

test('a deleted job counts as it had ended, and nothing else of it is missed', async () => {
  const account = await validAccount(stores)
  await deleteRecording(account)
  expect(await sentencesOf(account)).toEqual([])
})

describe('planted and found: deletions', () => {
  test.each<[string, Plant, RegExp]>([
    ['a text', (a) => a.change('jobs', 'jobs', a.tts, { $set: { userText: 'Hm' } }), /is deleted and has its userText/],
    [
      'an unpublished deletion',
      (a) => a.change('jobs', 'jobs', a.tts, { $set: { removalSince: now } }),
      /deletion of job .* is unpublished/,
    ],
    [
      'a call that is not owed any more',
      (a) => a.change('jobs', 'jobs', a.tts, { $set: { 'call.owed': false } }),
      /was completed and owes nothing/,
    ],
    [
      'a recording',
      (a) => a.change('speech', 'claims', `${a.tts}:speech`, { $set: { result: { value: { name: 'x' } } } }),
      /is deleted, and speech knows of a recording/,
    ],
    ['a file', (a) => a.write(a.tts), /is deleted, and the file .* is left/],
    [
      'a reply',
      (a) => a.change('jobs', 'jobs', a.reply, { $set: { status: 'deleted', endedAs: 'completed' } }),
      /is deleted, and chat has its reply/,
    ],
  ])('%s that is left', async (_name, plant, sentence) => {
    const account = await validAccount(stores)
    await deleteRecording(account)
    await plant(account)
    expect((await sentencesOf(account)).join('\n')).toMatch(sentence)
    await account.removeFile(account.tts)
  })

  test('a sound that a copy plays stays, and is missed where it does not', async () => {
    const account = await validAccount(stores)
    const { audio } = (await stores.collection('jobs', 'jobs').findOne({ _id: account.tts })) as never as {
      audio: object
    }
    const copy = randomUUID()
    const timeline = [{ at: new Date(0), step: 'completed', status: 'completed', progress: 100 }]
    await account.add('jobs', 'jobs', {
      ...{ _id: copy, userId: account.userId, kind: 'tts', status: 'completed', queue: 'none', rank: 5, version: 1 },
      ...{ timeline, cached: true, sameAs: account.tts, audio },
    } as never)
    account.streams.set(`/api/events/${copy}`, [{ id: '1', event: 'message', data: {} }])
    expect(await sentencesOf(account)).toEqual([])
    await account.change('jobs', 'jobs', account.tts, {
      ...{ $set: { status: 'deleted', endedAs: 'completed' }, $unset: { timeline: 1, audio: 1 } },
    })
    account.streams.set(
      '/api/events',
      (account.streams.get('/api/events') ?? []).filter(({ data }) => data.jobId !== account.tts),
    )
    expect(await sentencesOf(account)).toEqual([])
    await account.removeFile(account.tts)
    expect((await sentencesOf(account)).join('\n')).toMatch(/was completed, and its file is gone/)
  })
})

type Plant = (account: ValidAccount) => unknown
const job =
  (which: 'reply' | 'tts' | 'failed' | 'cancelled', update: object): Plant =>
  (account) =>
    account.change('jobs', 'jobs', account[which], update)
const allowance =
  (update: object): Plant =>
  (account) =>
    account.change('jobs', 'allowances', account.userId, update)
const user =
  (update: object): Plant =>
  (account) =>
    account.change('account', 'users', account.userId, update)
const member =
  (update: object): Plant =>
  (account) =>
    account.change('referral', 'members', account.userId, update)
const stream =
  (path: (account: ValidAccount) => string, bend: (events: unknown[]) => unknown): Plant =>
  (account) =>
    bend(account.streams.get(path(account)) ?? [])
const ofReply = ({ reply }: ValidAccount) => `/api/events/${reply}`
const ofAccount = () => '/api/events'
const now = new Date()

describe('planted and found: jobs and allowance', () => {
  test.each<[string, Plant, RegExp]>([
    ['a job without an end', job('failed', { $set: { status: 'processing' } }), /is processing and never ended/],
    [
      'a job with two ends',
      job('failed', { $push: { timeline: { step: 'failed', status: 'failed', progress: 0 } } }),
      /ended 2 times/,
    ],
    ['a job that is still queued', job('tts', { $set: { queue: 'waiting' } }), /still has the queue waiting/],
    ['an unpublished end', job('tts', { $set: { unpublishedSince: now } }), /has an unpublished change/],
    ['an end that was not settled', job('tts', { $set: { unsettled: true } }), /was not settled/],
    ['a failure that costs a call', job('failed', { $set: { 'call.owed': true } }), /failed and owes a call/],
    ['a call counted too often', allowance({ $inc: { used: 1 } }), /used is 4, and the jobs owe 3/],
    ['a call not counted', allowance({ $inc: { used: -1 } }), /used is 2, below the 3/],
    [
      'a job that was never removed',
      allowance({ $set: { active: [{ id: 'x', period: new Date(0) }] } }),
      /active still has 1/,
    ],
    [
      'a call taken without a job',
      allowance({ $set: { reserved: [{ id: 'x', period: new Date(0) }] } }),
      /reserved still has 1/,
    ],
  ])('%s', finds)
})

describe('planted and found: money and referrals', () => {
  test.each<[string, Plant, RegExp]>([
    [
      'a completed job without a ledger row',
      (a) => a.remove('billing', 'ledger', a.tts),
      /owes a call and stands in no row/,
    ],
    [
      'a ledger row for a failed job',
      (a) => a.add('billing', 'ledger', Object.assign({ _id: a.failed }, { userId: a.userId })),
      /stands in the ledger for a job that owes nothing/,
    ],
    [
      'a ledger row in another segment',
      (a) => a.change('billing', 'ledger', a.tts, { $set: { segment: now } }),
      /stands in the ledger in another segment/,
    ],
    [
      'an end of the plan that account has not consumed',
      (a) => a.change('billing', 'subscriptions', a.userId, { $set: { cancelAt: now } }),
      /account has another end of the plan/,
    ],
    [
      'a plan to come that billing has not',
      user({ $set: { nextTier: 'free' } }),
      /account has another end of the plan/,
    ],
    [
      'a ledger row under another account',
      (a) => a.change('billing', 'ledger', a.tts, { $set: { userId: randomUUID() } }),
      /stands in the ledger for another account/,
    ],
    [
      'a plan that account has not consumed',
      user({ $set: { billingVersion: 0 } }),
      /account has the plan starter at 0, billing starter at 1/,
    ],
    [
      'a plan that jobs has not consumed',
      allowance({ $set: { billingVersion: 0 } }),
      /jobs has the plan at 0, billing at 1/,
    ],
    [
      'an account that billing forgot',
      (a) => a.remove('billing', 'subscriptions', a.userId),
      /billing does not know the account/,
    ],
    ['a friend who counts twice', member({ $push: { brought: 'x' } }), /1 friends count, and 2 were brought/],
    [
      'a friend who stands there twice',
      (a) => a.change('referral', 'members', a.userId, { $push: { brought: a.friendId }, $inc: { referralCount: 1 } }),
      /stands twice/,
    ],
    [
      'an account that brought itself',
      (a) => a.change('referral', 'members', a.userId, { $set: { brought: [a.userId] } }),
      /brought itself/,
    ],
    [
      'a friend credited to two',
      (a) =>
        a.add('referral', 'members', Object.assign({ _id: randomUUID() }, { code: randomUUID(), brought: [a.userId] })),
      /2 accounts are credited[\s\S]*did not come by that code/,
    ],
    [
      'a friend credited to nobody',
      (a) => a.change('referral', 'members', a.referrerId, { $set: { brought: [], referralCount: 0 } }),
      /is not credited/,
    ],
    [
      'a credit without a completed job',
      async (a) => {
        await job('reply', { $set: { status: 'failed' } })(a)
        await job('tts', { $set: { status: 'failed' } })(a)
      },
      /credited for an account without a completed job/,
    ],
    [
      'a bonus that jobs has not consumed',
      allowance({ $set: { bonusEarned: 0 } }),
      /jobs has 0 bonus calls of the account, referral 50/,
    ],
    [
      'a milestone that was counted twice',
      member({ $set: { bonusCallsEarned: 100 } }),
      /100 bonus calls are earned, and the milestones are worth 50/,
    ],
    [
      'a key that took more than its cap',
      async (a) => {
        const token = { id: 'k', userId: a.userId, kind: 'key', monthlyCap: 3 }
        await a.add('account', 'tokens', Object.assign({ _id: randomUUID() }, token))
        await allowance({ $set: { keyCalls: { k: 4 } } })(a)
      },
      /the key k took 4 calls of 3/,
    ],
    ['a reward that account has not consumed', member({ $inc: { version: 1 } }), /referrals at 2, referral at 3/],
  ])('%s', finds)
})

describe('planted and found: outboxes', () => {
  test.each<[string, Plant, RegExp]>([
    ['in account', user({ $set: { unpublishedSince: now } }), /change in account is unpublished/],
    [
      'in billing',
      (a) => a.change('billing', 'subscriptions', a.userId, { $set: { unpublishedSince: now } }),
      /change in billing is unpublished/,
    ],
    ['in referral', member({ $set: { unpublishedSince: now } }), /change in referral is unpublished/],
  ])('an unpublished change %s', finds)
})

describe('planted and found: claims and recordings', () => {
  const torn: Plant = (a) => a.write(a.tts, a.fileOf(a.tts), 'mp')
  const another: Plant = (a) => a.write(a.tts, a.fileOf(a.tts, 'another'))
  test.each<[string, Plant, RegExp]>([
    [
      'a claim without a result',
      (a) => a.change('speech', 'claims', `${a.tts}:speech`, { $unset: { result: 1 } }),
      /the claim .*:speech was left behind[\s\S]*speech knows of no recording/,
    ],
    [
      'a chat claim without a result',
      (a) => a.change('chat', 'claims', `${a.failed}:chat`, { $unset: { result: 1 } }),
      /the claim .*:chat was left behind/,
    ],
    [
      'a text that is kept with its result',
      (a) => a.change('chat', 'claims', `${a.reply}:chat`, { $set: { request: '{}' } }),
      /the claim .*:chat has a result, and its request still/,
    ],
    [
      'a result that waits for its turn',
      (a) => a.change('speech', 'claims', `${a.tts}:speech`, { $set: { turn: 3 } }),
      /the claim .*:speech has a result, and its request still/,
    ],
    [
      'a reply that is not the stored one',
      job('reply', { $set: { aiResponse: 'Hm' } }),
      /shows another reply than chat/,
    ],
    ['a reply of nobody', (a) => a.remove('chat', 'claims', `${a.reply}:chat`), /chat knows of no reply/],
    ['a recording of nobody', (a) => a.remove('speech', 'claims', `${a.tts}:speech`), /speech knows of no recording/],
    [
      'two recordings named',
      job('tts', { $set: { 'audio.name': 'other.mp3' } }),
      /names another recording than speech/,
    ],
    ['a file that is gone', (a) => a.removeFile(a.tts), /its file is gone/],
    ['a file that is torn', torn, /has 2 bytes of 3/],
    ['a file beside the one that counts', another, /is named by no completed job/],
    ['a file of a failed job', (a) => a.write(a.failed), /is named by no completed job/],
    [
      'a recording of a job that failed otherwise than by being cancelled',
      job('cancelled', { $set: { code: 'unknown_voice' } }),
      /is named by no completed job/,
    ],
  ])('%s', finds)

  test('a file without any job', async () => {
    const account = await validAccount(stores)
    const name = account.fileOf(randomUUID())
    await account.write('', name)
    expect((await sentencesOf(account)).join('\n')).toMatch(/belongs to no job/)
    await account.removeFile('', name)
  })

  test.each<[string, Plant, { disturbed: boolean }]>([
    [
      'its claim was taken over',
      (a) => a.change('speech', 'claims', `${a.tts}:speech`, { $set: { fence: 2 } }),
      undisturbed,
    ],
    ['something was disturbed', () => {}, { disturbed: true }],
  ])('a file beside the one that counts is left to the sweeper where %s', async (_name, plant, circumstances) => {
    const account = await validAccount(stores)
    await another(account)
    await plant(account)
    expect(await sentencesOf(account, circumstances)).toEqual([])
  })
  test('but a torn or missing file is never', async () => {
    const account = await validAccount(stores)
    await torn(account)
    await account.removeFile(account.reply)
    expect((await sentencesOf(account, { disturbed: true })).join('\n')).toMatch(/2 bytes of 3|file is gone/)
  })
})

describe('planted and found: streams', () => {
  test.each<[string, Plant, RegExp]>([
    ["a gap in a job's", stream(ofReply, (events) => events.splice(2, 1)), /has the versions 1,2,4,5 of 5/],
    [
      "a double in a job's",
      stream(ofReply, (events) => events.splice(2, 0, events[2])),
      /the versions 1,2,3,3,4,5 of 5/,
    ],
    ["a turned order in a job's", stream(ofReply, (events) => events.reverse()), /the versions 5,4,3,2,1 of 5/],
    ["a job's without its end", stream(ofReply, (events) => events.pop()), /the versions 1,2,3,4 of 5/],
    ["a job's that is empty", stream(ofReply, (events) => events.splice(0)), /the versions none of 5/],
    ["a gap in the account's", stream(ofAccount, (events) => events.splice(3, 1)), /leaves out job .* 4/],
    ["a double in the account's", stream(ofAccount, (events) => events.splice(3, 0, events[3])), /doubles job .* 4/],
    ["a turned order in the account's", stream(ofAccount, (events) => events.reverse()), /goes back in time/],
    [
      "somebody else's change in the account's",
      stream(ofAccount, (events) => events.push({ id: `${Date.now()}-x-1`, data: { jobId: 'x', version: 1 } })),
      /has job x 1, which does not exist/,
    ],
  ])('%s', finds)
})

async function finds(_name: string, plant: Plant, sentence: RegExp): Promise<void> {
  const account = await validAccount(stores)
  await plant(account)
  expect((await sentencesOf(account)).join('\n')).toMatch(sentence)
}

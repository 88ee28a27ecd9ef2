import { randomUUID } from 'node:crypto'
import { topicsOf } from '@utter/contracts/event'
import { flow } from '@utter/contracts/flow'
import { topics } from '@utter/contracts/topics'
import { Customer } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { type ForgedResults, forgeResults } from '@utter/testing/faults/forged-results'
import { allTopics, type Captured, type Messages, openMessages } from '@utter/testing/faults/messages'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { keptMails } from '@utter/testing/kept-mails'
import { freeze, halt } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { reply, silence } from '@utter/testing/vendors/fake-openai'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const { url } = ownPlatform()
const partitions = [0, 1, 2, 3]
const undisturbed = { disturbed: false }
let vendor: Awaited<ReturnType<typeof openVendor>>
let messages: Messages
/** An account that signed up by a code, changed its plan, and has one reply and one recording; and every message of it. */
let customer: RetryingCustomer
let captured: Captured[]

beforeAll(async () => {
  vendor = await openVendor()
  vendor.answers(reply('Yes.'))
  messages = await openMessages()
  const friend = await Customer.signUp(url)
  const referralCode = await eventually('a referral code', async () => {
    const { body } = await friend.get('/api/referrals/stats')
    return new URL((body as { referralUrl: string }).referralUrl).searchParams.get('ref')
  })
  customer = await carefulOne({ referralCode })
  await customer.submit('/api/reply')
  await customer.submit('/api/tts', 'This one is a little longer, so that speech reports its progress. '.repeat(4))
  await customer.allEnded()
  await deleteAndCancel(customer)
  await expectAtRest(customer.customer)
  await messages.allHeard()
  captured = await messages.ofAccount(customer.customer.user?.id ?? '')
})
afterAll(async () => {
  await vendor.close()
  await messages.close()
})

/** Adds a job that is deleted once it has ended, and a job that is cancelled during the vendor's request. */
async function deleteAndCancel(careful: RetryingCustomer): Promise<void> {
  const { customer, jobIds } = careful
  const spoken = await careful.submitOne('/api/tts', 'Yes.')
  await customer.finished(spoken)
  expect((await customer.request('DELETE', `/api/jobs/${spoken}`)).status).toBe(204)
  jobIds.splice(jobIds.indexOf(spoken), 1)
  const before = vendor.requests.length
  vendor.answers(silence)
  const written = await careful.submitOne('/api/reply')
  await eventually('the vendor is asked', () => vendor.requests.length > before)
  expect((await customer.post(`/api/jobs/${written}/cancel`)).status).toBe(200)
  vendor.answers(reply('Yes.'))
}

/** With concurrency and calls for hundreds of jobs at once. */
const carefulOne = (given?: { referralCode: string }) => RetryingCustomer.signUp(url, 'enterprise', given)
const versionsOf = async (careful: RetryingCustomer) =>
  (await careful.rows()).map(({ id, version, status }) => `${id} ${version} ${status}`)
const again = ({ key, value }: Captured) => ({ key, value })

test('every message ten times more: one effect', async () => {
  expect([...new Set(captured.map(({ type }) => type))].sort()).toEqual(
    [
      'account-state',
      'audio-stored',
      'billing-state',
      'chat-requested',
      'chat-started',
      'job-cancelled',
      'job-deleted',
      'job-finished',
      'job-progressed',
      'notice-made',
    ]
      .concat(['reply-written', 'speech-progressed', 'speech-requested', 'speech-started', 'referral-state'])
      .concat(['reply-progressed', 'words-progressed'])
      .sort(),
  )
  const mails = async () => (await keptMails(ownPlatform().dataDir, customer.customer.email)).length
  const before = { requests: vendor.requests.length, versions: await versionsOf(customer), mails: await mails() }
  expect(before.mails).toBeGreaterThan(0)
  for (const [topic, list] of Map.groupBy(captured, (one) => one.topic))
    await messages.raw.publish(topic, Array.from({ length: 10 }, () => list.map(again)).flat())
  await messages.allHeard()
  const after = { requests: vendor.requests.length, versions: await versionsOf(customer), mails: await mails() }
  expect(after).toEqual(before)
  await expectAtRest(customer.customer, { ...undisturbed, accepted: customer.jobIds })
})

describe('steps in every order', () => {
  /** Reports of one job, and such of attempts that do not exist, in every order of the five that count. */
  function forged(
    order: string[],
    userId: string,
    jobId: string,
    { steps: work }: ForgedResults,
    index: number,
  ): string[] {
    const message = (type: string, data: object) =>
      JSON.stringify({ id: randomUUID(), type, version: 1, occurredAt: new Date().toISOString(), userId, data })
    const strange = { jobId, attempt: 7, stage: 'speech', code: 'busy' }
    const strays = [
      message('step-failed', { ...strange, error: 'Of an attempt that never was' }),
      message('step-postponed', { ...strange, until: new Date(Date.now() + 3_600_000).toISOString() }),
    ]
    const steps = order.map((type) => message(type, work[type] ?? {}))
    // Early, in the middle or late.
    steps.splice(index % (steps.length + 1), 0, ...strays)
    return [...steps, ...steps.slice(0, index % steps.length)]
  }
  const kinds = ['chat-started', 'reply-written', 'speech-started', 'speech-progressed', 'audio-stored']
  // Jobs requests a reply's recording once it has the reply: speech cannot report anything before.
  const isPossible = (order: string[]) =>
    ['speech-started', 'audio-stored'].every((type) => order.indexOf(type) > order.indexOf('reply-written'))

  test('late, early, doubled and of attempts that never were: the jobs end well, and their streams are in order', async () => {
    const careful = await carefulOne()
    const userId = careful.customer.user?.id ?? ''
    const orders = permutations(kinds)
    const some = (list: string[][], step: number) => list.filter((_, index) => index % step === 0)
    const jobs = [
      ...some(orders, 3).map((order) => ({ order, path: '/api/tts' as const })),
      ...some(orders.filter(isPossible), 2).map((order) => ({ order, path: '/api/reply' as const })),
    ]
    // The workers are frozen, and go on when their work has been done and reported.
    {
      using _ = await halt(['chat', 'speech'])
      await Promise.all(jobs.map(async ({ path }) => careful.submit(path)))
      const works = [...(await forgeResults(userId))]
      const list = jobs.flatMap(({ order, path }, index) => {
        const at = works.findIndex(([, { kind }]) => path === `/api/${kind}`)
        const [[jobId, work] = ['', { kind: 'tts', steps: {} } satisfies ForgedResults]] = works.splice(at, 1)
        return forged(order, userId, jobId, work, index).map((value) => ({ key: jobId, value }))
      })
      await messages.raw.publish('job.steps', list)
      await careful.allEnded()
    }
    expect((await careful.rows()).filter(({ status }) => status !== 'completed')).toEqual([])
    await messages.allHeard()
    await expectAtRest(careful.customer, { disturbed: false, accepted: careful.jobIds })
  })
})

describe('messages that cannot be read', () => {
  const typesOf = (topic: string) =>
    flow.filter(({ event }) => topicsOf(event).includes(topic)).map(({ event }) => event.type)
  /** The topics that a service consumes in a group of their own, apart from its work. */
  const ownGroups: Record<string, string[]> = {
    'account.state': ['jobs-accounts', 'chat-accounts', 'speech-accounts', 'notifier-accounts'],
    'billing.state': ['jobs-states', 'notifier-states', 'referral-payments'],
    'referral.state': ['jobs-referrals'],
    'job.deleted': ['chat-withdrawals', 'speech-withdrawals', 'notifier-deletions'],
    'webhook.state': ['account-webhooks', 'notifier-<replica>'],
    'notice.made': ['notifier-notices'],
    'job.progressed': ['notifier-<replica>'],
    'job.live': ['notifier-<replica>'],
  }
  /** Besides, what every notifier consumes for its streams: in a group of its replica. */
  const alsoByReplica = ['job.finished', 'job.deleted', 'account.state', 'notice.made']
  const groupsOf = (topic: string) =>
    [
      ...(alsoByReplica.includes(topic) ? ['notifier-<replica>'] : []),
      ...new Set(flow.filter(({ event }) => topicsOf(event).includes(topic)).flatMap(({ consumedBy }) => consumedBy)),
    ]
      .map((name) => ownGroups[topic]?.find((group) => group.startsWith(`${name}-`)) ?? name)
      .sort()
  const isOfStreams = (group: string) => /^notifier-[0-9a-f-]{36}$/.test(group)
  const namesOf = (groups: Iterable<string>) =>
    [...new Set([...groups].map((group) => (isOfStreams(group) ? 'notifier-<replica>' : group)))].sort()
  const envelope = (marker: string, more: object) =>
    JSON.stringify({
      ...{ id: randomUUID(), version: 1, occurredAt: new Date().toISOString(), userId: randomUUID(), note: marker },
      ...more,
    })
  const kindsOf = (topic: string, marker: string): [string, string | null, string | null, RegExp][] => [
    ['broken JSON', marker, '{"id":', /not JSON/],
    ['nothing', marker, null, /not JSON/],
    ['a number', marker, '7', /no envelope/],
    ['no account', marker, envelope(marker, { type: 'x', userId: { $ne: '' }, data: {} }), /no envelope: userId/],
    ['another shape', marker, envelope(marker, { type: typesOf(topic)[0], data: { jobId: 7 } }), /^no [a-z-]+: /],
    // A compacted topic takes nothing without a key.
    ...(topics[topic]?.compacted ? [] : [['no key', null, `${marker} {`, /not JSON/] as never]),
  ]

  test.each(allTopics)('on %s go to its dead letters with the reason, and each partition goes on', async (topic) => {
    const marker = `test-${randomUUID()}`
    const kinds = kindsOf(topic, marker)
    const unknown = envelope(marker, { type: 'of-tomorrow', data: {} })
    for (const partition of partitions)
      await messages.raw.publish(topic, [
        ...kinds.map(([, key, value]) => ({ partition, key, value })),
        { partition, key: marker, value: unknown },
      ])
    await messages.raw.publish(topic, [{ key: marker, value: 'x'.repeat(1_048_400) }])
    await messages.allHeard()
    const isOurs = (letter: { key: string; value: string }) => letter.key === marker || letter.value.includes(marker)
    // Streams pass over an event that their version does not know.
    const countIn = (group: string) => (kinds.length + (isOfStreams(group) ? 0 : 1)) * partitions.length + 1
    // Counted, since the offset of each notifier is unknown: every replica has a group of its own.
    const byGroup = await eventually('all letters are there', async () => {
      const found = Map.groupBy((await messages.office.list(topic)).filter(isOurs), ({ group }) => group)
      const names = namesOf(found.keys())
      const areAll = groupsOf(topic).every((name) => names.includes(name))
      return areAll && [...found].every(([group, list]) => list.length >= countIn(group)) && found
    })
    expect(namesOf(byGroup.keys())).toEqual(groupsOf(topic))
    for (const [group, list] of byGroup) {
      expect(list).toHaveLength(countIn(group))
      const reasons = list.filter(({ value }) => value === unknown).map(({ reason }) => reason)
      expect(reasons).toEqual(isOfStreams(group) ? [] : partitions.map(() => 'unknown event'))
      for (const [, key, value, reason] of kinds) {
        const found = list.filter((letter) => letter.key === (key ?? '') && letter.value === (value ?? ''))
        expect(found).toHaveLength(partitions.length)
        for (const letter of found) expect(letter.reason).toMatch(reason)
      }
    }
  })

  test('jobs go on, and dead letters that are replayed twice, readable ones among them, change nothing', async () => {
    for (const [topic, list] of Map.groupBy(captured, (one) => one.topic))
      await messages.raw.publish(`${topic}.dead`, list.map(again))
    const before = { requests: vendor.requests.length, versions: await versionsOf(customer) }
    const counts: number[] = []
    for (const round of [1, 2]) {
      const outcomes = await Promise.all(allTopics.map((topic) => messages.office.replay(topic)))
      const replayed = outcomes.map((outcome) => outcome.replayed)
      expect(Math.min(...replayed), `round ${round}`).toBeGreaterThan(0)
      counts.push(replayed.reduce((sum, count) => sum + count, 0))
      await messages.allHeard()
    }
    // Readable ones do not come back, and unreadable ones do not multiply.
    expect(counts[1]).toBeLessThan(counts[0] ?? 0)
    expect({ requests: vendor.requests.length, versions: await versionsOf(customer) }).toEqual(before)
    for (let i = 0; i < 4; i++) await customer.submit('/api/reply')
    await customer.allEnded()
    await expectAtRest(customer.customer, { ...undisturbed, accepted: customer.jobIds })
  })
})

test('two sweepers over one full outbox: an event that is published twice is applied once', async () => {
  const careful = await carefulOne()
  await using _second = await startReplica('jobs')
  const before = vendor.requests.length
  await using frozen = freeze('kafka', 5_000)
  for (let i = 0; i < 5; i++) {
    await careful.submit('/api/reply')
    await careful.submit('/api/tts', 'Yes.')
  }
  await frozen.over
  await careful.allEnded()
  await messages.allHeard()
  expect(vendor.requests.length - before).toBe(5)
  const ends = (await messages.ofAccount(careful.customer.user?.id ?? '')).filter(({ type }) => type === 'job-finished')
  const meanings = Map.groupBy(ends, ({ data }) => String(data.jobId))
  expect(meanings.size).toBe(10)
  for (const list of meanings.values())
    expect(new Set(list.map(({ value, data }) => JSON.stringify([JSON.parse(value ?? '').version, data]))).size).toBe(1)
  await expectAtRest(careful.customer, { disturbed: true, accepted: careful.jobIds })
})

test('cancelling races completion thirty times: completed and charged, or cancelled and given back', async () => {
  const careful = await carefulOne()
  const { customer } = careful
  await Promise.all(Array.from({ length: 30 }, () => careful.submit('/api/tts', 'Yes.')))
  const statusOf = async (id: string) => (await customer.job(id)).status
  const outcomes = new Map<string, number>()
  await Promise.all(
    careful.jobIds.map(async (id, index) => {
      // While it is spoken, or in the moment in which speech turns to it: a race. The first one is over and the last ones wait, so that both
      // outcomes are certain.
      const before = careful.jobIds[index - 1] ?? id
      if (index < 27) {
        if (index % 3 === 1) await eventually('speech is at it', async () => (await statusOf(id)) !== 'pending')
        else await customer.finished(before)
      }
      const { status } = await customer.post(`/api/jobs/${id}/cancel`)
      expect([200, 409]).toContain(status)
      const job = await customer.finished(id)
      expect([job.status, job.code]).toEqual(status === 200 ? ['failed', 'cancelled'] : ['completed', undefined])
      outcomes.set(job.status, (outcomes.get(job.status) ?? 0) + 1)
    }),
  )
  expect([...outcomes.keys()].sort()).toEqual(['completed', 'failed'])
  await expectAtRest(customer, { disturbed: false, accepted: careful.jobIds })
})

function permutations(list: string[]): string[][] {
  if (list.length < 2) return [list]
  return list.flatMap((first) => permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]))
}

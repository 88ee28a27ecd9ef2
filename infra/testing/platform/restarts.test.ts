import { isFinal } from '@utter/contracts/jobs'
import { brokenPromises, storesOf } from '@utter/testing/checker'
import { Customer, jobIdOf } from '@utter/testing/customer'
import { eventually } from '@utter/testing/eventually'
import { processesOf, testOperator, testTarget } from '@utter/testing/operator'
import { beforeAll, expect, inject, test } from 'vitest'

const { url } = inject('platform')
let customer: Customer
let submitted = 0
const jobIds: string[] = []

beforeAll(async () => {
  const operator = await testOperator()
  customer = await Customer.signUp(url)
  await operator.setRate(customer.email, 10_000)
})

/** Submits until it is accepted; the same request again makes no second job, so nobody has to wonder what became of it. */
async function submitAnyhow(path: '/api/reply' | '/api/tts'): Promise<void> {
  const requestId = `request ${submitted++}`
  const answer = await eventually('a submission is answered', async () => {
    const given = await customer.post(path, { userText: 'Say something short.', requestId, voiceId: 'default' })
    return given.status === 202 || given.status === 200 ? given : undefined
  })
  jobIds.push(jobIdOf(answer))
}

test.each(['gateway', 'account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral'])(
  'kill -9 of %s with jobs on the road: it is back by itself',
  async (name) => {
    await submitAnyhow('/api/reply')
    await submitAnyhow('/api/tts')
    const before = (await processesOf())[name]?.pid ?? 0
    process.kill(before, 'SIGKILL')
    await submitAnyhow('/api/tts')
    await eventually(
      `${name} is started again`,
      async () => {
        const present = (await processesOf())[name]
        if (!present || present.pid === before) return false
        return (await fetch(`${present.privateUrl}/health/ready`)).ok
      },
      90_000,
    )
  },
)

test('every accepted job ends', async () => {
  await eventually(
    'every job has ended',
    async () => {
      const rows = (await customer.get('/api/jobs')).body as { id: string; status: string }[]
      return jobIds.every((id) => isFinal(rows.find((row) => row.id === id)?.status ?? ''))
    },
    110_000,
  )
})

test('after all of that every promise holds: one end, one call, one ledger row, one recording, nothing unsaid', async () => {
  const operator = await testOperator()
  const rows = (await customer.get('/api/jobs')).body as { id: string; status: string }[]
  expect(rows.map(({ id }) => id).sort()).toEqual([...jobIds].sort())
  expect(rows.filter(({ status }) => status !== 'completed')).toEqual([])
  await operator.recount(customer.email)
  const { user } = (await customer.get('/api/auth/me')).body as { user: { apiCallsUsed: number } }
  expect(user.apiCallsUsed).toBe(jobIds.length)
  const stores = storesOf((await testTarget()).run.backing, inject('platform').dataDir)
  await eventually('the account is at rest', async () => {
    const broken = await brokenPromises(customer, stores)
    if (broken.length > 0) throw new Error(broken.join('\n'))
    return true
  })
})

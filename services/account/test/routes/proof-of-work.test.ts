import type { Proof, ProofChallenge } from '@utter/contracts/http/account/proof'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { levelOf, maxCounterOf } from '../../src/domain/proof-level.ts'
import { anAddress } from '../support/callers.ts'
import { anEmail, countOf, openAccount } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount({ SIGNUP_PROOF_AFTER: 1 }))
const required = problem(403, 'A proof of work is needed to sign up', 'proof_required')

async function solved(challenge: ProofChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return encoded({ challenge, solution: solution as Proof['solution'] })
}
const encoded = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64')
/** An address with one sign-up, and the challenge for the next. */
async function challenged(from = anAddress()) {
  expect((await account.signUp(from)).status).toBe(201)
  const refused = await account.signUp(from)
  expect(refused).toMatchObject(required)
  return { from, challenge: refused.body.challenge as ProofChallenge }
}

test('the first sign-ups of a network owe nothing; then 403 with a challenge, and 201 with its solution, once', async () => {
  const { from, challenge } = await challenged()
  expect(challenge.parameters).toMatchObject({ cost: 5_000, data: { level: 0 } })
  const proof = await solved(challenge)
  expect((await account.signUp(from, { proof })).status).toBe(201)
  const again = await account.signUp(from, { proof })
  expect(again).toMatchObject(required)
  expect(again.body.challenge.parameters.nonce).not.toBe(challenge.parameters.nonce)
  expect(await account.redis.ttl(`proof:${challenge.parameters.nonce}`)).toBeGreaterThan(500)
})

test('a proof is good for its own network alone, and none is a made up, a changed or a half one', async () => {
  const { from, challenge } = await challenged()
  const elsewhere = await challenged()
  const { challenge: _, solution } = JSON.parse(Buffer.from(await solved(challenge), 'base64').toString()) as Proof
  const cheaper = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
  for (const proof of [
    await solved(elsewhere.challenge),
    encoded({ challenge, solution: { ...solution, derivedKey: '00' } }),
    encoded({ challenge: cheaper, solution }),
    encoded({ challenge }),
    'not base64',
    '',
  ])
    expect(await account.signUp(from, { proof })).toMatchObject(required)
  // A refusal is not held against it.
  expect((await account.signUp(from, { proof: await solved(challenge) })).status).toBe(201)
  expect(await account.signUp(from, { proof: 7 })).toMatchObject({ status: 400, body: { error: 'Invalid proof' } })
})

test('of many sign-ups at once no more than the first go without a proof', async () => {
  const from = anAddress()
  const answers = await Promise.all(Array.from({ length: 12 }, () => account.signUp(from)))
  expect(countOf(answers, 201)).toBeLessThanOrEqual(1)
  expect(countOf(answers, 403)).toBeGreaterThanOrEqual(11)
})

test('a taken name is told before any work', async () => {
  const { from } = await challenged()
  const email = anEmail()
  await account.signUp(anAddress(), { email })
  expect((await account.signUp(from, { email })).status).toBe(409)
})

test.each([
  [0, 0, 300],
  [2, 0, 300],
  [3, 1, 600],
  [6, 2, 1_200],
  [17, 5, 9_600],
  [1_000, 6, 19_200],
])('after %i sign-ups that owed one the level is %i', (past, level, max) => {
  expect([levelOf(past), maxCounterOf(levelOf(past))]).toEqual([level, max])
})

test('a network that signs up on and on has to work twice as hard', async () => {
  const { from, challenge } = await challenged()
  let next = challenge
  for (let i = 0; i < 3; i++) {
    expect((await account.signUp(from, { proof: await solved(next) })).status).toBe(201)
    next = (await account.signUp(from)).body.challenge as ProofChallenge
  }
  expect(next.parameters.data.level).toBe(1)
})

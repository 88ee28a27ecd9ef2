import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { anAddress } from '../support/callers.ts'
import { anEmail, countOf, openAccount, password, realCode } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount())

/** A /48 network of its own: counts in Redis outlive a test. */
const aSite = () => `2001:${[0, 0].map(() => Math.floor(Math.random() * 65_536).toString(16)).join(':')}`
const aByte = (value: number) => value.toString(16).padStart(2, '0')

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
async function inTurn<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let index = 0; index < count; index++) all.push(await work(index))
  return all
}

describe('guesses at one name', () => {
  test('from one address, all at once: ten are verified, and the others get a time to retry after', async () => {
    const { email } = await account.member()
    const from = anAddress()
    const answers = await times(60, () => account.logIn(email, 'wrong', from))
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 50])
    const refused = await account.logIn(email, password, from)
    expect(refused).toMatchObject(tooManyAttempts)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  })
  test('lock out no owner elsewhere, be it for the first time', async () => {
    const { email, address: home } = await account.member()
    await times(12, () => account.logIn(email, 'wrong', '10.9.9.9'))
    expect((await account.logIn(email, password, home)).status).toBe(200)
    expect((await account.logIn(email, password, anAddress())).status).toBe(200)
  })
  test('from everywhere meet growing pauses, and the owner where he was before meets none', async () => {
    const { email, address: home } = await account.member()
    const early = await inTurn(100, () => account.logIn(email, 'wrong', anAddress()))
    expect(countOf(early, 401)).toBe(100)
    // The first past it is verified when a second has passed since the one before, the next after two, …
    const late = await times(5, () => account.logIn(email, 'wrong', anAddress()))
    expect(countOf(late, 429)).toBeGreaterThanOrEqual(4)
    expect(
      late.filter(({ status }) => status === 429).every(({ headers }) => Number(headers['retry-after']) <= 2),
    ).toBe(true)
    expect((await account.logIn(email, password, home)).status).toBe(200)
    expect((await account.logIn(email, 'wrong', home)).status).toBe(401)
  })
  test('that were right do not count, however many', async () => {
    const { email } = await account.member()
    const from = anAddress()
    expect(countOf(await inTurn(15, () => account.logIn(email, password, from)), 200)).toBe(15)
    expect(countOf(await times(12, () => account.logIn(email, 'wrong', from)), 401)).toBe(10)
  })
  test('count for the networks of IPv6 that one subscriber may have', async () => {
    const { email } = await account.member()
    const site = aSite()
    const answers = await times(60, (index) => account.logIn(email, 'wrong', `${site}:1${aByte(index)}::1`))
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([40, 20])
  })
  test('count for one network of IPv6', async () => {
    const { email } = await account.member()
    const network = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}:1`
    const answers = await times(20, (index) => account.logIn(email, 'wrong', `${network}::${index + 1}`))
    expect(countOf(answers, 401)).toBe(10)
  })
})

test('guesses at the password of a session’s owner are counted as at the login', async () => {
  const { address, session } = await account.member()
  const caller = { address, identity: session }
  const change = (given: string) => account.post('update-email', { newEmail: anEmail(), password: given }, caller)
  const answers = await times(40, () => change('wrong'))
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 30])
  expect((await change(password)).status).toBe(429)
})

test('a session may find out ten times an hour that an email is taken', async () => {
  const { address, session } = await account.member()
  const other = await account.member()
  const caller = { address, identity: session }
  const change = (newEmail: string) => account.post('update-email', { newEmail, password }, caller)
  expect(countOf(await inTurn(3, () => change(anEmail())), 200)).toBe(3)
  const answers = await inTurn(12, () => change(other.email))
  expect([countOf(answers, 409), countOf(answers, 429)]).toEqual([10, 2])
})

describe('sign-ups of one address', () => {
  test('all at once: as many as may be', async () => {
    const from = anAddress()
    const answers = await times(30, () => account.signUp(from))
    expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 10])
  })
  test('of IPv6 are those of its /64 network, four times as many of its /56 and sixteen times of its /48', async () => {
    await using small = await openAccount({ SIGNUPS_PER_ADDRESS: 2 })
    const site = aSite()
    // Each from a /64 network of its own: twelve of each of six /56 networks, which may make eight.
    const ofPart = (part: number) => times(12, (index) => small.signUp(`${site}:${part + 1}${aByte(index)}::1`))
    const answers = (await inTurn(6, ofPart)).flat()
    expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([32, 40])
    const oneSubscriber = aSite()
    const ofOne = await times(12, (index) => small.signUp(`${oneSubscriber}:1${aByte(index)}::1`))
    const ofMany = await times(12, () => small.signUp(`${aSite()}:1::1`))
    expect([countOf(ofOne, 201), countOf(ofMany, 201)]).toEqual([8, 12])
  })
  test('of names that are taken are refused without a hash, and counted', async () => {
    const [from, email] = [anAddress(), anEmail()]
    await using small = await openAccount({ SIGNUPS_PER_ADDRESS: 2 })
    await small.signUp(anAddress(), { email, username: 'Taken name' })
    const answers = await inTurn(12, (index) => small.signUp(from, index % 2 ? { email } : { username: 'taken NAME' }))
    expect([countOf(answers, 409), countOf(answers, 429)]).toEqual([10, 2])
    expect(answers[0]?.body.error).toBe('Username already taken')
    expect(answers[1]?.body.error).toBe('Email already registered')
    // They were none of the address's sign-ups, and those that hash are counted however they end.
    const twins = await times(6, () => small.signUp(anAddress(), { email: 'twin@example.com' }))
    expect(countOf(twins, 201)).toBe(1)
  })
  test('with codes that nobody has are counted', async () => {
    await using small = await openAccount({ SIGNUPS_PER_ADDRESS: 2 })
    const from = anAddress()
    const answers = await times(30, (index) => small.signUp(from, { referralCode: `GUESS${index}` }))
    expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([10, 20])
    expect((await small.signUp(anAddress(), { referralCode: realCode })).status).toBe(201)
  })
})

test('more hashes than can wait are refused at once, and count as nobody’s attempts', async () => {
  const { email } = await account.member()
  const from = anAddress()
  const flood = times(200, () => account.logIn(anEmail(), 'wrong', anAddress()))
  // A request that needs no hash does not wait for one.
  const taken = account.signUp(anAddress(), { email })
  const answers = await flood
  expect((await taken).status).toBe(409)
  expect(countOf(answers, 503)).toBeGreaterThan(100)
  expect(answers.find(({ status }) => status === 503)?.headers['retry-after']).toBe('1')
  expect(countOf(await inTurn(10, () => account.logIn(email, 'wrong', from)), 401)).toBe(10)
})

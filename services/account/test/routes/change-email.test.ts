import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { anAddress } from '../support/callers.ts'
import { anEmail, openAccount, password } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount({ LOGIN_FAILURES_PER_NAME: 3 }))
const member = await account.member()

const change = (body: unknown, { address, session } = member) =>
  account.post('update-email', body, { address, identity: session })

test('200: the account has the new email, is published, and its other sessions end', async () => {
  const { userId, username, address, session, email } = await account.member()
  await account.logIn(email, password, address)
  const newEmail = anEmail()
  const answer = await change({ newEmail: ` ${newEmail} `, password }, { userId, username, email, address, session })
  expect([answer.status, answer.body]).toEqual([200, { message: 'Email updated' }])
  expect(await account.users.read(userId)).toMatchObject({ email: newEmail, version: 2 })
  expect(account.relayed.at(-1)).toMatchObject({ _id: userId, email: newEmail, version: 2 })
  expect((await account.tokens.ofUser(userId)).map(({ id }) => id)).toEqual([session.sessionId])
  expect((await account.logIn(newEmail, password, anAddress())).status).toBe(200)
  expect((await account.logIn(email, password, anAddress())).status).toBe(401)
})

test.each<[unknown, string, string]>([
  [{ password }, 'newEmail', 'Invalid email address'],
  [{ newEmail: 'nonsense', password }, 'newEmail', 'Invalid email address'],
  [{ newEmail: `${'a'.repeat(250)}@example.com`, password }, 'newEmail', 'Email must be at most 255 characters'],
  [{ newEmail: 'a@example.com' }, 'password', 'Password is required for verification'],
  [{ newEmail: 'a@example.com', password: '' }, 'password', 'Password is required for verification'],
  [{ newEmail: 'a@example.com', password: 'a'.repeat(1_001) }, 'password', 'Password must be at most 1000 characters'],
  [[], 'body', 'The body must be a JSON object'],
])('400: %j', async (body, field, sentence) => {
  expect(await change(body)).toMatchObject(invalid(field, sentence))
})

test('401: a wrong password; 429 after so many of them, be the next one right', async () => {
  const newEmail = anEmail()
  const guessed = await account.member()
  for (let i = 0; i < 3; i++)
    expect(await change({ newEmail, password: 'wrong' }, guessed)).toMatchObject(
      problem(401, 'Invalid password', 'invalid_password'),
    )
  const refused = await change({ newEmail, password }, guessed)
  expect(refused).toMatchObject(tooManyAttempts)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
})

test('409: an email that another account has, in whatever case', async () => {
  const { email } = await account.member()
  const { status, body } = await change({ newEmail: email.toUpperCase(), password })
  expect({ status, body }).toMatchObject(problem(409, 'Email already registered', 'email_taken'))
  expect(body.details).toEqual([{ field: 'newEmail', message: 'Email already registered' }])
})

import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { anAddress, callerToken } from '../support/callers.ts'
import { anEmail, openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

type Member = Awaited<ReturnType<typeof account.member>>
const set = ({ address, session }: Member, body: object) =>
  account.request('PUT', '/api/auth/language', callerToken({ address, identity: session }), body)
const languageOf = async (userId: string) => {
  const { body } = await account.internal('POST', `/internal/accounts/${userId}/mail-recipient`, {}, 'notifier')
  return body.language as string | undefined
}

test('a sign-up says the language of its mails, and without one there is none', async () => {
  const { status, body } = await account.signUp(anAddress(), { language: 'fr' })
  expect([status, body.user.language, await languageOf(body.user.id)]).toEqual([201, 'fr', 'fr'])
  const { userId } = await account.member()
  expect(await languageOf(userId)).toBeUndefined()
})

test('200: another language, in what its owner sees, and in the notices to addresses that it had', async () => {
  const owner = await account.member()
  const { userId, address, session } = owner
  const answer = await set(owner, { language: 'de' })
  expect([answer.status, answer.body]).toEqual([200, { message: 'Language updated' }])
  const me = await account.request('GET', '/api/auth/me', callerToken({ address, identity: session }))
  expect([me.body.user.language, await languageOf(userId)]).toEqual(['de', 'de'])
  await account.publish(userId)
  await account.post('update-email', { newEmail: anEmail(), password }, { address, identity: session })
  const languages = async () =>
    (await account.publish(userId)).map(({ data }) => (data as { language?: string }).language)
  expect(await languages()).toEqual([undefined, 'de', 'de'])
  await account.post('delete-account', { password }, { address, identity: session })
  expect(await languages()).toEqual([undefined, 'de'])
  expect(await account.stored('users', userId)).not.toHaveProperty('language')
})

test.each([[undefined], ['it'], [7], [null]])('400: the language %j', async (language) => {
  const sentence = 'language must be one of en, de, es, fr'
  const owner = await account.member()
  expect(await set(owner, { language })).toMatchObject(invalid('language', sentence))
})

test('400: a sign-up in a language that there is not', async () => {
  expect(await account.signUp(anAddress(), { language: 'xx' })).toMatchObject(
    invalid('language', 'language must be one of en, de, es, fr'),
  )
})

test('401: an account that is gone', async () => {
  const owner = await account.member()
  await account.post('delete-account', { password }, { address: owner.address, identity: owner.session })
  expect(await set(owner, { language: 'de' })).toMatchObject(problem(401, 'Not logged in', 'unauthorized'))
})

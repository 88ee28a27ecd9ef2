import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openAccount } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount())
type Member = Awaited<ReturnType<typeof account.member>>
const send = ({ address, session }: Pick<Member, 'address' | 'session'>) =>
  account.post('send-verification', undefined, { address, identity: session })

test('200: the link is mailed again, three times an hour', async () => {
  const owner = await account.member()
  await account.publish(owner.userId)
  for (let count = 0; count < 3; count++)
    expect(await send(owner)).toMatchObject({
      status: 200,
      body: { message: `A mail with a link is on its way to ${owner.email}` },
    })
  expect(await send(owner)).toMatchObject(tooManyAttempts)
  const notices = (await account.publish(owner.userId)).filter(({ event }) => event.type === 'notice-made')
  expect(notices.map(({ data }) => data)).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ to: owner.email, notice: { kind: 'email-verification' } }),
    ),
  )
})

test('409: a verified address needs none', async () => {
  const owner = await account.member()
  const path = `/internal/accounts/${owner.userId}/mail-recipient`
  const { body } = await account.internal('POST', path, { link: 'email-verification' }, 'notifier')
  const token = new URL(body.link).searchParams.get('token')
  await account.post('verify-email', { token }, owner)
  expect(await send(owner)).toMatchObject(problem(409, 'The address is verified', 'email_verified'))
})

test('404 on a platform that sends no mails', async () => {
  await using without = await openAccount({}, undefined, { isMailing: false })
  const { address, session } = await without.member()
  const answer = await without.post('send-verification', undefined, { address, identity: session })
  expect([answer.status, answer.body.code]).toEqual([404, 'no_mails'])
})

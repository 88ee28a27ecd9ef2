import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { noticeKinds, noticeRules } from '@utter/contracts/http/notices/notice'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { noticeExamples as examples } from '../support/notice-examples.ts'
import { openMails, openSmtp, publicUrl } from '../support/open-mails.ts'

const smtp = await closedAfterAll(
  openSmtp((to) => (to.startsWith('nobody') ? 550 : to.startsWith('busy') ? 451 : undefined)),
)
const mails = await closedAfterAll(openMails({ smtpUrl: smtp.url }))

const hourMs = 3_600_000
const to = (email: string) => smtp.mails.filter(({ receivers }) => receivers.includes(email))
const stateOf = async (userId: string, id: string) => (await mails.notices.read(userId, id))?.mail

test.each(noticeKinds)(
  'a mail of the kind %s is whole: sender, receiver, text and HTML that say the same, nothing from elsewhere',
  async (kind) => {
    const { userId, email } = mails.person()
    const id = await mails.add(userId, examples[kind], kind === 'account-deleted' ? { to: email } : {})
    await mails.turn()
    // Nothing of a deleted account stays.
    const isGone = kind === 'account-deleted'
    expect(await stateOf(isGone ? '' : userId, id)).toBe('sent')
    const [mail, ...others] = to(email)
    expect(others).toEqual([])
    expect(mail?.from?.text).toBe('"Utter" <mail@utter.example>')
    expect(mail?.messageId).toBe(`<${id}@utter.example>`)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    const [text, html] = [mail?.text ?? '', String(mail?.html)]
    expect(mail?.subject).not.toBe('')
    // A picture, a script or a sheet of styles from elsewhere tells who reads it, and when.
    expect(html).not.toMatch(/<script|<img|<link|url\(|@import|src=/i)
    for (const [, address] of html.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\/utter\.example(\/|$)/)
    // Each link of the one is in the other.
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(text).toContain(address.replaceAll('&amp;', '&'))
    expect(text).toContain(publicUrl)
    expect(html).not.toContain('<b>')
    const { isOptional } = noticeRules[kind]
    expect(mail?.headers.has('list')).toBe(isOptional)
    if (isOptional) expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  },
)

test.each([
  ['de', 'Ihr Tarif ist jetzt Pro', 'Hallo Ada,', '20. März 2026'],
  ['es', 'Tu plan es ahora Pro', 'Hola, Ada:', '20 de marzo de 2026'],
  ['fr', 'Votre forfait est désormais Pro', 'Bonjour Ada,', '20 mars 2026'],
  // A version after this one may send it.
  ['pt', 'Your plan is Pro now', 'Hello Ada,', 'March 20, 2026'],
])('a mail is in the language of its account: %s', async (language, subject, greeting, day) => {
  const { userId, email } = mails.person(`${randomUUID()}@example.com`, language)
  await mails.add(userId, examples['plan-changed'])
  await mails.turn()
  const [mail] = to(email)
  expect(mail?.subject).toBe(subject)
  expect(mail?.text).toContain(greeting)
  expect(mail?.text).toContain(day)
  expect(mail?.text).toContain('12:00 UTC')
  const tag = language === 'pt' ? 'en' : language
  expect(mail?.headers.get('content-language')).toBe(tag)
  expect(String(mail?.html)).toContain(`<html lang="${tag}">`)
})

test('a mail to an address that is no more the account’s is in the language that came with its notice, which is not kept', async () => {
  const { userId } = mails.person()
  const before = `${randomUUID()}@example.com`
  const id = await mails.add(userId, examples['email-changed'], { to: before, language: 'de' })
  expect((await mails.notices.read(userId, id))?.language).toBe('de')
  await mails.turn()
  expect(to(before)[0]?.subject).toBe('Ihre E-Mail-Adresse wurde geändert')
  expect(await mails.notices.read(userId, id)).not.toHaveProperty('language')
})

test('a link is made for the mail that holds it, and for the address that it was asked for', async () => {
  const { userId, email } = mails.person()
  await mails.add(userId, { kind: 'password-forgotten' }, { to: email })
  await mails.turn()
  expect(mails.asked.at(-1)).toEqual({ link: 'password-forgotten', email })
  expect(to(email)[0]?.text).toMatch(/https:\/\/utter\.example\/password-forgotten\?token=[\w-]{36}/)
  const other = mails.person()
  const id = await mails.add(other.userId, { kind: 'email-verification' }, { to: 'before@example.com' })
  await mails.turn()
  expect([await stateOf(other.userId, id), to('before@example.com')]).toEqual(['outdated', []])
})

test('a cause is told once, however often and by however many replicas it is consumed', async () => {
  const { userId, email } = mails.person()
  const cause = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => mails.add(userId, examples['plan-changed'], { cause })))
  await Promise.all(Array.from({ length: 4 }, () => mails.turn()))
  await mails.turn()
  expect(to(email)).toHaveLength(1)
})

test('two replicas send fifty mails once each', async () => {
  const people = Array.from({ length: 50 }, () => mails.person())
  for (const { userId } of people) await mails.add(userId, examples['signed-in'])
  await using first = mails.start()
  await using second = mails.start()
  first.wake()
  second.wake()
  await eventually('all are sent', async () => people.every(({ email }) => to(email).length > 0))
  expect(people.map(({ email }) => to(email).length)).toEqual(people.map(() => 1))
})

test('a mail that its process did not live to record is sent again, as the same', async () => {
  const { userId, email } = mails.person()
  const id = await mails.add(userId, examples['plan-changed'])
  const { leased } = await mails.notices.leaseMails(mails.clock.now(), 10)
  expect(leased.map(({ _id }) => _id)).toContain(id)
  await mails.turn()
  expect(to(email)).toEqual([])
  mails.move(120_000)
  await mails.turn()
  expect(to(email).map(({ messageId }) => messageId)).toEqual([`<${id}@utter.example>`])
})

test('a kind that the owner has turned off is not mailed, and what guards the account is', async () => {
  const { userId, email } = mails.person()
  await mails.choices.set(userId, { withoutMail: ['plan-changed'], bouncedEmail: 'other@example.com' })
  const [unwanted, guarded] = [
    await mails.add(userId, examples['plan-changed']),
    await mails.add(userId, examples['password-changed']),
  ]
  await mails.turn()
  expect([await stateOf(userId, unwanted), await stateOf(userId, guarded)]).toEqual(['unwanted', 'sent'])
  expect(to(email)).toHaveLength(1)
})

test('an address from which a mail came back gets only what guards the account', async () => {
  const { userId, email } = mails.person()
  await mails.choices.set(userId, { bouncedEmail: email })
  const [optional, guarded] = [
    await mails.add(userId, examples['plan-changed']),
    await mails.add(userId, examples['password-changed']),
  ]
  await mails.turn()
  expect([await stateOf(userId, optional), await stateOf(userId, guarded)]).toEqual(['unwanted', 'sent'])
})

test('of more than thirty mails in an hour the others are read in the app', async () => {
  const { userId, email } = mails.person()
  for (let count = 0; count < 31; count++) await mails.add(userId, examples['key-created'])
  await mails.turn()
  await mails.turn()
  expect(to(email).length).toBeLessThanOrEqual(31)
  const last = await mails.add(userId, examples['key-created'])
  await mails.turn()
  expect(await stateOf(userId, last)).toBe('unwanted')
})

test('a receiver that is refused for good is not tried again; one that is busy is, with growing pauses, and then no more', async () => {
  const refused = mails.person(`nobody-${randomUUID()}@example.com`)
  const busy = mails.person(`busy-${randomUUID()}@example.com`)
  const [first, second] = [
    await mails.add(refused.userId, examples['email-changed']),
    await mails.add(busy.userId, examples['email-changed']),
  ]
  await mails.turn()
  expect(await mails.notices.read(refused.userId, first)).toMatchObject({
    mail: 'failed',
    mailError: expect.stringContaining('550'),
  })
  const tried = await mails.notices.read(busy.userId, second)
  expect(tried).toMatchObject({ mail: 'pending', mailTries: 1, mailError: expect.stringContaining('451') })
  expect((tried?.mailDueAt?.getTime() ?? 0) - mails.clock.now().getTime()).toBeGreaterThanOrEqual(60_000)
  for (let count = 0; count < 12; count++) {
    mails.move(25 * hourMs)
    await mails.turn()
  }
  expect(await stateOf(busy.userId, second)).toMatch(/failed|outdated/)
})

test('while account is unavailable a mail waits, and no try is counted', async () => {
  const { userId, email } = mails.person()
  const id = await mails.add(userId, examples['password-changed'])
  mails.accountIsAway(true)
  await mails.turn()
  expect(await mails.notices.read(userId, id)).toMatchObject({ mail: 'pending', mailTries: 0 })
  mails.accountIsAway(false)
  mails.move(11_000)
  await mails.turn()
  expect(to(email)).toHaveLength(1)
})

test('a link that is over before it could be mailed is not, nor is anything to a deleted account', async () => {
  const { userId, email } = mails.person()
  const late = await mails.add(userId, { kind: 'password-forgotten' }, { to: email })
  mails.move(2 * hourMs)
  const gone = randomUUID()
  const toNobody = await mails.add(gone, examples['plan-changed'])
  await mails.turn()
  expect([await stateOf(userId, late), await stateOf(gone, toNobody)]).toEqual(['outdated', 'outdated'])
})

test('mails are signed where there is a key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const MAIL_DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  await using signed = await openMails({
    smtpUrl: smtp.url,
    settings: { MAIL_DKIM_KEY, MAIL_DKIM_SELECTOR: 's1' },
    database: 'notifier',
  })
  const { userId, email } = signed.person()
  await signed.add(userId, examples['plan-changed'])
  await signed.turn()
  expect(to(email)[0]?.raw).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=utter\.example;/m)
})

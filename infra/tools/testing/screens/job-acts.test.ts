import { randomUUID } from 'node:crypto'
import { VoiceList } from '@utter/contracts/http/voices'
import { jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openScreen, url, visitOf } = useScreens()

const customer = await signUpOnPlan(url, 'creator')

const panel = (page: Page) => page.getByRole('dialog')
const press = (page: Page, dialog: string, button: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button', { name: button, exact: true }).click()

/** A job of this account that has ended. */
async function ended(path: '/api/reply' | '/api/tts', userText: string): Promise<string> {
  const id = jobIdOf(await customer.post(path, { userText, requestId: randomUUID(), voiceId: 'joe' }))
  expect((await customer.finished(id)).status).toBe('completed')
  return id
}
/** An English voice that is listed, besides joe. */
async function anotherVoice(): Promise<string> {
  const voices = VoiceList.parse(await (await fetch(new URL('/api/voices', url))).json())
  const found = voices.find(({ id, language }) => language.startsWith('en') && id !== 'joe')
  return found?.id ?? expect.unreachable('joe is the only English voice')
}
const statusOf = async (path: string) => (await fetch(new URL(path, url))).status

describe.each(sizes)('a finished job at $name px', ({ size }) => {
  test('Retry keeps the reply and takes another voice: the new job opens, moves to its end, and leads back to the first', async () => {
    const firstId = await ended('/api/reply', 'Say one short sentence on rain.')
    const first = await customer.job(firstId)
    const { page, complaints } = await openScreen(`/jobs?job=${firstId}`, { customer, ...size })
    await panel(page).getByRole('button', { name: 'Retry', exact: true }).click()
    expect(await page.getByRole('switch', { name: 'Keep the reply' }).getAttribute('aria-checked')).toBe('true')
    const voiceId = await anotherVoice()
    await page.getByLabel('Voice', { exact: true }).selectOption(voiceId)
    await press(page, 'Retry this job', 'Retry job')
    await page.waitForURL((address) => address.searchParams.get('job') !== firstId)
    const secondId = new URL(page.url()).searchParams.get('job') ?? ''
    await panel(page).getByText(secondId, { exact: true }).first().waitFor()
    await panel(page).getByRole('slider', { name: 'Seek' }).waitFor()
    const second = await customer.job(secondId)
    expect(second).toMatchObject({ retryOf: firstId, voiceId, aiResponse: first.aiResponse })
    expect(second.trace.map(({ stage }) => stage)).not.toContain('chat')
    await panel(page).getByRole('link', { name: firstId }).click()
    await page.waitForURL(`**/jobs?job=${firstId}`)
    await panel(page).getByText(first.requestId).waitFor()
    expect(complaints).toEqual([])
  })

  test('Delete asks first; then the panel closes, the row is gone, and so is the sound', async () => {
    const text = `To be deleted ${randomUUID().slice(0, 6)}.`
    const id = await ended('/api/tts', text)
    const { audioUrl } = await customer.job(id)
    expect(await statusOf(audioUrl!)).toBe(200)
    const { page, complaints } = await openScreen('/jobs', { customer, ...size })
    await page.getByText(text).click()
    await panel(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await press(page, 'Delete this job?', 'Cancel')
    expect((await customer.job(id)).userText).toBe(text)
    await panel(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await press(page, 'Delete this job?', 'Delete job')
    await page.getByText('Job deleted', { exact: true }).first().waitFor()
    await panel(page).waitFor({ state: 'detached' })
    await page.getByText(text).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    expect((await customer.get(`/api/jobs/${id}`)).status).toBe(404)
    await eventually('the sound is gone', async () => [403, 404].includes(await statusOf(audioUrl!)))
    expect(complaints).toEqual([])
  })
})

test('a deletion reaches the other tab, whose open panel says so, and the list of another browser', async () => {
  const text = `Seen in three places ${randomUUID().slice(0, 6)}.`
  const id = await ended('/api/tts', text)
  // The panel that is open on it asks once more.
  await using visit = await visitOf({ customer, ignore: /404/ })
  await using elsewhere = await visitOf({ customer })
  const [here, there, far] = [await visit.newPage(), await visit.newPage(), await elsewhere.newPage()]
  await here.goto('/jobs')
  await there.goto(`/jobs?job=${id}`)
  await far.goto('/')
  await Promise.all([here, there, far].map((page) => page.getByText(text).first().waitFor()))
  await Promise.all([here, there, far].map((page) => page.getByText('Live', { exact: true }).waitFor()))
  await here.getByText(text).click()
  await panel(here).getByRole('button', { name: 'Delete', exact: true }).click()
  await press(here, 'Delete this job?', 'Delete job')
  await panel(there).getByText('Job not found').waitFor()
  await Promise.all([there, far].map((page) => page.getByText(text).waitFor({ state: 'detached' })))
  expect([...visit.complaints, ...elsewhere.complaints]).toEqual([])
})

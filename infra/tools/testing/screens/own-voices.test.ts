import { OwnVoiceViews } from '@utter/contracts/http/voices'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { anOwnVoice, blendableVoices } from '@utter/web/test/answers/jobs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openPage, signUpAt, url } = useScreens()
const mine = '/api/voices/mine'

/** The platform under test has no natural voices: these stand in for them, and what is added to an account is kept here. */
async function withNaturalVoices(page: Page): Promise<{ heard: unknown[] }> {
  const heard: unknown[] = []
  let own = OwnVoiceViews.parse([])
  const sample = Buffer.from(await (await fetch(new URL('/api/voices/default/sample.mp3', url))).arrayBuffer())
  await page.route('**/api/voices', (route) => route.fulfill({ json: blendableVoices() }))
  await page.route(`**${mine}/sample`, (route) => {
    heard.push(route.request().postDataJSON())
    return route.fulfill({ contentType: 'audio/mpeg', body: sample })
  })
  await page.route(`**${mine}`, (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: own })
    const added = anOwnVoice('', route.request().postDataJSON())
    own = [...own, added]
    return route.fulfill({ status: 201, json: added })
  })
  await page.route(`**${mine}/blend-*`, (route) => {
    own = []
    return route.fulfill({ status: 204 })
  })
  return { heard }
}

describe.each(sizes)('own voices at $name px', ({ size }) => {
  test('by keyboard alone: voices are blended by ear, the blend is saved, chosen in the Playground, and removed', async () => {
    const customer = await signUpOnPlan(url, 'creator')
    const { page, complaints } = await openPage({ ...size, customer })
    const { heard } = await withNaturalVoices(page)
    await page.goto('/account')
    const part = page.locator('#voices')
    const dialog = page.getByRole('dialog')
    await part.getByRole('button', { name: 'Blend voices' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Weight of Michael').focus()
    for (const _ of [1, 2]) await page.keyboard.press('PageDown')
    await dialog.getByText('63 %').waitFor()
    await dialog.getByRole('button', { name: 'Hear it' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Pause' }).waitFor()
    const blend = [
      { voiceId: 'af_heart', weight: 0.5 },
      { voiceId: 'am_michael', weight: 0.3 },
    ]
    expect(heard).toEqual([{ blend }])
    await dialog.getByLabel('Name').focus()
    await page.keyboard.type('Narrator')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await part.getByText('Narrator', { exact: true }).waitFor()
    await part.getByText('1 of 10 used').waitFor()

    await page.goto('/test')
    await page.getByRole('button', { name: 'All 8 voices' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Search voices' }).fill('narrator')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    expect(await page.getByLabel('Voice ID').inputValue()).toMatch(/^blend-/)

    await page.goto('/account#voices')
    await part.getByRole('button', { name: 'Remove Narrator' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Remove Narrator?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await part.getByText('No own voices yet').waitFor()
    await eventually(
      'the focus is in the page',
      async () => (await page.locator('#main:focus, #main :focus').count()) === 1,
    )
    expect(complaints).toEqual([])
  })
})

test('a plan without own voices says from which plan on they are', async () => {
  const { page } = await signUpAt('/account#voices')
  const part = page.locator('#voices')
  await part.getByText('Own voices are available on the creator plan and above.').waitFor()
  await part.getByRole('link', { name: 'Compare plans' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor()
})

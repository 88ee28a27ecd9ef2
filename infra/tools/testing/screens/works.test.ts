import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { VoiceView } from '@utter/contracts/http/voices'
import type { WorkRow } from '@utter/contracts/http/works/views'
import type { Customer } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openPage, url } = useScreens()

const spokenMs = 100_000
const book = `# Two Boats

## Out

The first boat went out at nine.

The second one stayed.

Then the rain came.

## Back

By noon both were gone.
`

const script = `# Two Voices

## Out

Night.

Anna: Who is there?
Ben: Nobody.

Anna: Good.

## Back

Day.
`

/** Chooses a voice in a line, whose options are drawn once it has the focus. */
async function choose(page: Page, label: string, voiceId: string): Promise<void> {
  const select = page.getByLabel(label, { exact: true })
  await select.focus()
  await select.selectOption(voiceId)
}

/** Drops the file where a person would, from nowhere of this machine. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    `(() => { const all = new DataTransfer(); all.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)})); return all })()`,
  )
  const zone = page.getByRole('heading', { name: 'Begin with a text' }).locator('..')
  await zone.dispatchEvent('dragover', { dataTransfer: files })
  await zone.dispatchEvent('drop', { dataTransfer: files })
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const paragraphs = (page: Page) =>
  page.getByRole('region', { name: 'Out' }).getByRole('listitem').locator('p').allTextContents()
const order = (page: Page, expected: RegExp[]) =>
  eventually(`the paragraphs are ${expected}`, async () => {
    const texts = await paragraphs(page)
    return texts.length === expected.length && expected.every((text, index) => text.test(texts[index] ?? ''))
  })
/** Plays the chapter as soon as all of it is spoken as it is, until a little of it is heard. @returns the address and the seconds of its sound */
async function hear(page: Page): Promise<{ src: string; seconds: number }> {
  const ofParts = page.getByRole('region', { name: 'Out' }).getByText(/^(Waiting|Speaking)$/)
  await eventually('nothing of it is to be spoken', async () => (await ofParts.count()) === 0, spokenMs)
  await button(page, 'Play Out').click({ timeout: spokenMs })
  await eventually('it is heard', async () => Number(await sound(page, 'currentTime')) > 0.1)
  await page.evaluate('document.querySelector("audio").pause()')
  return { src: String(await sound(page, 'currentSrc')), seconds: Number(await sound(page, 'duration')) }
}

/** The calls of the account, once all of its work is spoken: the change of a moment ago may be on its way. */
async function callsUsed(customer: Customer): Promise<number> {
  await eventually('the work is spoken', async () => {
    const [work] = (await customer.get('/api/works')).body as WorkRow[]
    return work?.state === 'completed'
  })
  return ((await customer.get('/api/usage')).body as UsageView).apiCallsUsed
}

const sound = (page: Page, of: string) => page.evaluate<string | number>(`document.querySelector('audio').${of}`)

describe.each(sizes)('at $name px', ({ size }) => {
  test('a book from its file: priced, made, heard, changed by the paragraph, and deleted', async () => {
    const customer = await signUpOnPlan(url, 'creator')
    const { page, complaints } = await openPage({ customer, ...size })
    await page.goto('/works/new')
    await page.getByRole('heading', { name: 'Begin with a text' }).waitFor()
    await drop(page, 'two-boats.md', book)
    await page.getByText('2 chapters, 96 characters').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Two Boats')
    const price = page.getByRole('region', { name: 'What it takes' })
    expect(await price.getByRole('definition').allTextContents()).toEqual([
      '96',
      '2',
      'Nothing',
      expect.stringMatching(/minute/),
    ])
    await page.getByRole('group', { name: 'Voice' }).locator('label').filter({ hasText: 'Joe' }).click()
    await page.getByLabel('Title').fill('Three Boats')
    await button(page, 'Make it').click()

    await page.getByRole('heading', { level: 1, name: 'Three Boats' }).waitFor()
    const before = await hear(page)

    await button(page, /^Out/).click()
    await button(page, 'Edit paragraph 2').click()
    await page.getByLabel('Paragraph 2').fill('The second one stayed, and nobody asked it why.')
    await page.keyboard.press('Control+Enter')
    await order(page, [/nine/, /asked it why/, /rain/])
    const after = await hear(page)
    expect(after.seconds).toBeGreaterThan(before.seconds)
    expect(after.src).not.toBe(before.src)
    await button(page, 'Undo the change of paragraph 2').click()
    await order(page, [/nine/, /stayed\.$/, /rain/])

    await button(page, 'More for paragraph 2').focus()
    await page.keyboard.press('Enter')
    await button(page, 'Move up').focus()
    await page.keyboard.press('Space')
    await order(page, [/stayed/, /nine/, /rain/])
    await page.getByRole('group', { name: 'Paragraph 1' }).getByRole('button', { name: 'Delete' }).click()
    await order(page, [/nine/, /rain/])
    await button(page, 'Versions').click()
    const versions = page.getByRole('dialog', { name: 'Versions' })
    await versions.getByRole('listitem').first().getByText('Removed').waitFor()
    expect(await versions.getByRole('deletion').allTextContents()).toEqual([])
    await versions.getByRole('button', { name: 'Restore' }).first().click()
    await order(page, [/stayed/, /nine/, /rain/])
    expect((await hear(page)).seconds).toBeCloseTo(before.seconds, 0)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

    // The edit was one call more; what was undone, moved, deleted and restored was spoken before.
    expect(await callsUsed(customer)).toBe(3)

    await page.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete work' }).click()
    await page.waitForURL('**/works')
    await page.getByText('No works yet').waitFor()
    expect(complaints).toEqual([])
  })

  test('a script by its speakers: a voice for a name and for a chapter, which is then given another', async () => {
    const customer = await signUpOnPlan(url, 'creator')
    const { page, complaints } = await openPage({ customer, ...size })
    await page.goto('/works/new')
    await page.getByRole('heading', { name: 'Begin with a text' }).waitFor()
    await drop(page, 'script.md', script)
    await page.getByText('2 lines').waitFor()
    const { body: voices } = await customer.get('/api/voices')
    const other = (voices as VoiceView[]).find(({ id, language }) => id !== 'joe' && language.startsWith('en'))
    if (!other) throw new Error('there is one English voice alone')
    await choose(page, 'Voice of Anna', other.id)
    await button(page, 'Voice by chapter').click()
    await choose(page, 'Voice of Back', 'joe')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await button(page, 'Make it').click()

    await page.getByRole('heading', { level: 1, name: 'Two Voices' }).waitFor()
    await page.getByText('Spoken by Joe').waitFor()
    const before = await hear(page)
    await button(page, /^Out/).click()
    await order(page, [/^Night/, /^Who is there\? Ben: Nobody/, /^Good/])
    await button(page, 'Change the voice of Out').click()
    await page.getByText('Spoken again: up to 1 call.').waitFor()
    await choose(page, 'Voice', other.id)
    await button(page, 'Change voice').click()
    await page.getByText(`Voice of the chapter: ${other.name}`).waitFor()
    const after = await hear(page)
    expect(after.src).not.toBe(before.src)
    expect(await callsUsed(customer)).toBe(3)
    expect(complaints).toEqual([])
  })
})

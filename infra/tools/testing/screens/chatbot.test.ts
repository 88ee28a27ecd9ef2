import { JobRows } from '@utter/contracts/http/jobs/job-views'
import { VoiceList } from '@utter/contracts/http/voices'
import { openBrowser } from '@utter/testing/customers/browser'
import { Customer } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { openVisit } from '@utter/testing/customers/visit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { answerReply, refuse } from './support/answered.ts'

const { openPage, signUpAt, url } = useScreens()

const speakingMs = 150_000
const ask = async (page: Page, text: string) => {
  await page.getByPlaceholder('Ask me anything...').fill(text)
  await page.keyboard.press('Enter')
}
const replyIn = (page: Page, at = 1) => page.getByRole('article', { name: 'Utter' }).nth(at)
const playVoice = (page: Page) => page.getByRole('button', { name: /^(Play Voice|Pause)$/ })
describe.each(sizes)('at $name px', ({ size }) => {
  test('a question is answered in text, then aloud, by keyboard alone', async () => {
    const customer = await Customer.signUp(url)
    const { page, complaints } = await openPage({ customer, ...size })
    const requests: { url: string; body: { sessionId?: string; userText?: string } }[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push({ url: request.url(), body: request.postDataJSON() })
    })
    await page.goto('/chatbot')
    await page.getByText('Hello! Ask me anything, and I will answer out loud.').waitFor()
    await page.getByPlaceholder('Ask me anything...').focus()
    await page.keyboard.type('   ')
    await page.keyboard.press('Enter')
    expect(requests).toEqual([])
    await ask(page, 'What is a harbour?')
    await page.getByText('Thinking...').or(page.getByText('Generating voice...')).first().waitFor()
    expect(await page.getByLabel('Message').isDisabled()).toBe(true)
    await page.getByText('Generating voice...').waitFor({ timeout: speakingMs })
    await playVoice(page).waitFor({ timeout: speakingMs })
    // It plays by itself.
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Play Voice' }).waitFor({ timeout: speakingMs })
    // It may be heard to its end before its job has ended.
    await page.locator('[aria-label=Message]:focus').waitFor()
    await ask(page, 'And a quay?')
    await playVoice(page).nth(1).waitFor({ timeout: speakingMs })
    // Each question is a single job, which is written and spoken.
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/reply', '/api/reply'])
    const sessions = new Set(requests.map(({ body }) => body.sessionId))
    expect(sessions.size).toBe(1)
    expect([...sessions][0]).not.toBe('default')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })
})

test('a reply is read while it is written', async () => {
  const { page } = await signUpAt('/chatbot')
  await page.evaluate(`
    window.texts = []
    new MutationObserver(() => {
      const text = document.querySelectorAll('[aria-label=Utter]')[1]?.querySelector('p')?.textContent ?? ''
      if (text && text !== texts.at(-1)) texts.push(text)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
  await ask(page, 'Explain in five sentences how a harbour works.')
  await page.getByText('Generating voice...').waitFor({ timeout: speakingMs })
  await page.getByText('Generating voice...').waitFor({ state: 'detached', timeout: speakingMs })
  const texts = await page.evaluate<string[]>('texts')
  expect(texts.length).toBeGreaterThan(1)
  // Marks of Markdown that are still open are in a text, and in the next one no more.
  const letters = texts.map((text) => text.replaceAll(/\P{L}/gu, ''))
  for (const [at, text] of letters.entries()) expect(text.startsWith(letters[at - 1] ?? '')).toBe(true)
  expect((await replyIn(page).textContent())?.startsWith(texts.at(-1) ?? 'none')).toBe(true)
})

test('a reply that grows stays in sight, and never moves the window of a reader who has scrolled away', async () => {
  const customer = await Customer.signUp(url)
  const { page } = await openPage({ customer, viewport: { width: 375, height: 400 } })
  await page.goto('/chatbot')
  const whole = async () => {
    await page.getByText('Generating voice...').waitFor({ timeout: speakingMs })
    await page.getByText('Generating voice...').waitFor({ state: 'detached', timeout: speakingMs })
  }
  await ask(page, 'Explain in five sentences how a harbour works.')
  await whole()
  // Not past its beginning, which is below the top bar.
  const top = await replyIn(page).evaluate((element) => element.getBoundingClientRect().top)
  expect(top).toBeGreaterThanOrEqual(71)
  const room = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
  expect(room).toBeGreaterThan(0)
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0)

  await ask(page, 'Explain in five sentences how a ship works.')
  await replyIn(page, 2).locator('p').waitFor({ timeout: speakingMs })
  const before = await replyIn(page, 2).textContent()
  await page.evaluate('scrollTo(0, 0)')
  await whole()
  expect((await replyIn(page, 2).textContent())?.length).toBeGreaterThan(before?.length ?? 0)
  expect(await page.evaluate('scrollY')).toBe(0)
})

test('where the browser blocks sound, a toast says so and the button plays it', async () => {
  const strict = await openBrowser({ mayAutoplay: false })
  try {
    const customer = await Customer.signUp(url)
    await using visit = await openVisit(strict, url, { customer })
    const page = await visit.newPage()
    // By the page alone: each action of a test in a page counts as a user's gesture, for which the browser waits.
    await page.addInitScript(`
      const timer = setInterval(() => {
        const field = document.querySelector('form textarea')
        const send = document.querySelector('[aria-label=Send]')
        if (!field || !send) return
        if (!send.disabled) return void (clearInterval(timer), send.click())
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, 'What is a lighthouse?')
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }, 200)
      new MutationObserver(() => {
        const shown = document.body?.textContent ?? ''
        if (shown.includes('Audio ready') && shown.includes('Click the play button to hear the response')) console.log('told')
      }).observe(document, { childList: true, subtree: true })
    `)
    const told = page.waitForEvent('console', {
      predicate: (message) => message.text() === 'told',
      timeout: speakingMs,
    })
    await page.goto('/chatbot')
    await told
    await page.getByRole('button', { name: 'Play Voice' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  } finally {
    await strict.close()
  }
})

test('a failed reply takes its placeholder away, and the question can be asked again', async () => {
  const { page } = await signUpAt('/chatbot', { ignore: /503|500/ })
  await refuse(page, '**/api/reply', 'The model is unavailable', { status: 503 })
  await ask(page, 'Can you hear me?')
  await page.getByText('The model is unavailable').first().waitFor()
  await page.getByText('Error', { exact: true }).waitFor()
  expect(await page.getByText('Thinking...').count()).toBe(0)
  await page.unroute('**/api/reply')
  await page.route('**/api/reply', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Failed to process request').first().waitFor()
  await page.unroute('**/api/reply')
  await page.getByRole('button', { name: 'Try again' }).click()
  await playVoice(page).waitFor({ timeout: speakingMs })
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('a failed voice leaves the text', async () => {
  const { page } = await signUpAt('/chatbot')
  const aiResponse = 'A harbour is a safe place for ships.'
  await answerReply(page, {
    status: 'failed',
    aiResponse,
    error: 'The voice is unavailable',
    code: 'voice_unavailable',
  })
  await ask(page, 'Say something short.')
  await page.getByText('Voice generation failed', { exact: true }).waitFor()
  await page.getByText('Voice generation failed: The voice is unavailable').waitFor()
  await replyIn(page).getByText(aiResponse).waitFor()
})

test('past the calls of the plan the question is kept, and the way to the plans shown', async () => {
  const { page } = await signUpAt('/chatbot', { ignore: /402/ })
  await refuse(page, '**/api/reply', 'API call limit reached', { status: 402, code: 'call_limit_reached' })
  await ask(page, 'Say something short.')
  await page.getByText('API call limit reached').first().waitFor()
  await page.getByRole('link', { name: 'See plans' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
})

describe.each(sizes)('at $name px', ({ size }) => {
  test('by keyboard alone: a voice is found and chosen, and one that does not speak a reply gives way to another', async () => {
    const customer = await Customer.signUp(url)
    const { page, complaints } = await openPage({ customer, ...size, ignore: /400/ })
    await page.goto('/chatbot')
    await answerReply(page, {
      status: 'failed',
      aiResponse: 'สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร',
      error: 'This voice speaks English, not Thai',
      code: 'language_not_spoken',
    })
    const voices = VoiceList.parse(await (await fetch(new URL('/api/voices', url))).json())
    // The default voice gives way by itself.
    const named = voices.filter(({ language, aliases }) => language.startsWith('en') && !aliases.includes('default'))
    const [first = '', second = ''] = named.map(({ name }) => name)
    const voiceButton = page.getByRole('button', { name: /^Voice: / })
    const dialog = page.getByRole('dialog', { name: 'Voice of the replies' })
    const choose = async (name: string) => {
      await dialog.getByRole('searchbox', { name: 'Search voices' }).focus()
      await page.keyboard.type(name)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      // It clears the search, then closes.
      for (const _ of ['search', 'dialog']) await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await voiceButton.focus()
    await page.keyboard.press('Enter')
    await choose(first)
    await page.locator('button:focus', { hasText: `Voice: ${first}` }).waitFor()
    await ask(page, 'Good morning in Thai?')
    await page.getByText('Voice generation failed: This voice speaks English, not Thai').waitFor()
    await page.getByRole('button', { name: 'Choose another voice' }).focus()
    await page.keyboard.press('Enter')
    await choose(second)
    await page.locator('button:focus', { hasText: `Speak it with ${second}` }).waitFor()
    // The server's own refusal, of another voice of the same language.
    const refused = page.waitForResponse((response) => response.url().endsWith('/api/tts'))
    await page.keyboard.press('Enter')
    expect((await refused).status()).toBe(400)
    await page.getByRole('button', { name: 'Choose another voice' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })
})

test('Stop ends the answer, keeps what was written, gives the field back, and cancels its job', async () => {
  const { page, customer } = await signUpAt('/chatbot')
  await ask(page, 'Tell me a long story about a lighthouse.')
  await page.getByText('Generating voice...').waitFor({ timeout: speakingMs })
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped').waitFor()
  expect((await replyIn(page).locator('p').textContent())?.length).toBeGreaterThan(0)
  expect(await page.getByLabel('Message').isEnabled()).toBe(true)
  const newest = async () => JobRows.parse((await customer.get('/api/jobs/recent')).body)[0]
  await expect.poll(newest).toMatchObject({ status: 'failed', code: 'cancelled' })
})

test('a question may be stopped before the server has taken it', async () => {
  const { page } = await signUpAt('/chatbot')
  await page.route('**/api/reply', () => new Promise(() => {}))
  await ask(page, 'Tell me a long story.')
  await page.getByText('Thinking...').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped').waitFor()
  expect(await page.getByLabel('Message').isEnabled()).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('what a model or a person writes is text, never a page', async () => {
  const customer = await Customer.signUp(url)
  const { page } = await openPage({ customer })
  const evil = '<img src=x onerror="window.ran = true"><script>window.ran = true</script>'
  await page.goto('/chatbot')
  await answerReply(page, { progress: 10 }, evil)
  await ask(page, evil)
  await page.getByText('Generating voice...').waitFor()
  expect(await page.getByText(evil).count()).toBe(2)
  expect(await page.evaluate('window.ran')).toBeUndefined()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

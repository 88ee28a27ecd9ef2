import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openBrowser } from '@utter/testing/customers/browser'
import { eventually, maxWaitMs } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const name = `mirabel-${randomUUID().slice(0, 6)}`
const complaints: string[] = []

const browser = await closedAfterAll(openBrowser())
const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
// A reply is written by the chat model of this machine, which others use meanwhile.
context.setDefaultTimeout(maxWaitMs)
const page = await context.newPage()
page.on('console', (message) => {
  if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text())
})
page.on('pageerror', (error) => complaints.push(error.message))

test('a visitor signs up and is welcomed to an empty dashboard', async () => {
  await page.goto('/signup')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@example.com`)
  await page.getByLabel('Password').fill('a long password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Account created!', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByText('No jobs yet', { exact: true }).waitFor()
  await page.getByText(name, { exact: true }).waitFor()
})

test('a job that is submitted elsewhere appears on the dashboard without a reload, and ends there', async () => {
  const other = await page.context().newPage()
  await other.goto('/test')
  // Its own words, so that a second run of this test finds one row.
  const text = `What are polite ways to decline ${randomUUID().slice(0, 6)}?`
  await other.getByText('Answer it').click()
  await other.getByLabel('User text').fill(text)
  const accepted = other.waitForResponse(
    (response) => response.url().endsWith('/api/reply') && response.status() === 202,
  )
  await other.getByRole('button', { name: 'Submit Request' }).click()
  // Not the toast, which the end of a quick job replaces.
  await accepted

  const row = page.getByRole('row').filter({ hasText: text })
  await row.waitFor()
  await row.getByText('Completed').waitFor()
  await row.getByText('100%').waitFor()

  const play = other.getByRole('button', { name: /^Play/ }).last()
  await other.getByRole('slider', { name: 'Seek' }).waitFor()
  await play.click()
  // The sound itself: it is decoded, and its time goes on.
  await eventually('the sound plays', () =>
    other.evaluate(`(() => {
      const audio = document.querySelector('audio')
      return audio !== null && audio.currentTime > 0.3 && audio.duration >= 1 && audio.error === null
    })()`),
  )
  await other.close()
})

test('logging out leads to the login, and the account is closed to the browser', async () => {
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByText("You've been successfully logged out.").first().waitFor()
  await page.waitForURL('**/login')
  await page.goto('/account')
  await page.waitForURL(/\/login/)
})

test('an unknown address shows the 404 page with its status', async () => {
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await page.getByText('404 Page Not Found').waitFor()
})

test('nothing broke the content policy, and no page complained', () => {
  expect(complaints.filter((text) => !/404 \(Not Found\)/.test(text))).toEqual([])
})

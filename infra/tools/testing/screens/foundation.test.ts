import { Customer } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { standingBox } from './support/standing-box.ts'

const { openPage, openScreen, url } = useScreens()

const customer = await Customer.signUp(url)

const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')

describe('a visitor', () => {
  test('is not asked for: the page says that no session came, and the console stays empty', async () => {
    const { page, complaints } = await openPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of ['/', '/jobs', '/test', '/login', '/signup', '/pricing', '/terms']) {
      await page.goto(path)
      await page.getByRole('link', { name: 'Log In' }).first().waitFor()
    }
    expect(asked.filter((path) => path === '/api/auth/me')).toEqual([])
    expect(complaints).toEqual([])
  })

  test('whose session has ended is asked for once: the dead cookie is cleared', async () => {
    const { page, context } = await openPage({ ignore: /401/ })
    await context.addCookies([{ name: 'utter_session', value: 'long-over', url }])
    await page.goto('/')
    await eventually('the cookie is cleared', async () => (await context.cookies()).length === 0)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByRole('link', { name: 'Log In' }).first().waitFor()
    expect(asked).not.toContain('/api/auth/me')
  })
})

describe('on a slow line', () => {
  test('the code of a screen is fetched before the click: on hover, and on focus', async () => {
    const { page } = await openScreen('/terms', { customer })
    const fetched = (name: string) => page.waitForRequest((request) => request.url().includes(`/assets/${name}-`))
    const inSidebar = (name: string) => page.getByRole('navigation').getByRole('link', { name })
    await Promise.all([fetched('guide'), inSidebar('User Guide').hover()])
    await Promise.all([fetched('pricing'), inSidebar('Pricing').focus()])
  })

  test.each([
    ['/account', 'My Account'],
    ['/', 'Dashboard'],
  ])('%s has its heading before anybody answered who is signed in', async (path, heading) => {
    const { page } = await openPage({ customer })
    await page.route('**/api/**', () => new Promise(() => {}))
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await page.title()).toBe(`${heading} – Utter`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('the menu of a phone', () => {
  test('opens on the current link, closes by its button, and gives the focus back', async () => {
    const { page } = await openScreen('/terms', { customer, ...phone })
    const menu = page.getByRole('button', { name: 'Toggle sidebar' })
    await menu.click()
    await page.getByRole('dialog').waitFor()
    expect(await focused(page)).toBe('Terms of Service')
    const close = page.getByRole('button', { name: 'Close menu' })
    expect(await standingBox(close)).toMatchObject({ width: 44, height: 44 })
    await close.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement?.id')).toBe('menu-button')
    await menu.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement?.id')).toBe('menu-button')
  })
})

test('a toast on a phone leaves the top bar free', async () => {
  // A customer of its own: logging out ends the session that every other test here shares.
  const { page } = await openScreen('/', { customer: await Customer.signUp(url), ...phone })
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  const toast = page.getByRole('region', { name: /^Notifications \(/ }).getByRole('listitem')
  // It slides in from above.
  await eventually('the toast stands below the bar', async () => ((await toast.boundingBox())?.y ?? 0) >= 56)
})

test('whatever gets the focus stands below the top bar', async () => {
  const { page } = await openScreen('/test', { customer, viewport: { width: 1280, height: 420 } })
  await page.getByLabel('User text').waitFor()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const hidden: string[] = []
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Shift+Tab')
    const under = await page.evaluate<string>(`(() => {
      const element = document.activeElement
      if (!element?.closest('main') || element.id === 'main') return ''
      const { top, bottom } = element.getBoundingClientRect()
      return top < 56 && bottom > 0 ? element.outerHTML.slice(0, 90) : ''
    })()`)
    if (under) hidden.push(under)
  }
  expect(hidden).toEqual([])
})

test('going back to a long screen leads to where the person was', async () => {
  const { page } = await openScreen('/account', { customer })
  await page.locator('#audit').getByText('Account created').waitFor()
  await page.evaluate('scrollTo(0, 1000)')
  await page.getByRole('link', { name: 'Terms of Service' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
  expect(await page.evaluate('scrollY')).toBe(0)
  await page.goBack()
  await page.locator('#audit').getByText('Account created').waitFor()
  await eventually('the window is where it was', async () => (await page.evaluate('scrollY')) === 1000)
})

test('the sidebar is collapsed at first where an open one would take a third of the window', async () => {
  const { page } = await openScreen('/', { viewport: { width: 900, height: 700 } })
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  await toggle.click()
  await page.reload()
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
})

describe('before the code of the app is there', () => {
  test.each([
    { path: '/jobs', width: 1280, cookie: '' },
    { path: '/jobs', width: 1280, cookie: 'sidebar_state=false' },
    { path: '/', width: 900, cookie: '' },
    { path: '/test', width: 375, cookie: '' },
    { path: '/login', width: 1280, cookie: '' },
    { path: '/login', width: 375, cookie: '' },
  ])('the title of $path is painted at its place at $width px $cookie', async ({ path, width, cookie }) => {
    const { page, context } = await openPage({ viewport: { width, height: 800 } })
    const [name, value] = cookie.split('=')
    if (name && value) await context.addCookies([{ name, value, url }])
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const first = page.locator('.first-paint b')
    await first.waitFor()
    const [title, place] = [await first.textContent(), await textBox(page, '.first-paint b')]
    // It is not there for screen readers, which would read it twice.
    expect(await page.getByRole('heading').count()).toBe(0)
    held.resolve()
    await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor()
    expect(await textBox(page, 'h1')).toEqual(place)
    expect(await first.count()).toBe(0)
  })

  test('the page asks for nothing that its painting waits for', async () => {
    const html = await (await fetch(url)).text()
    const requests = html.match(/<(script[^>]* src=|link[^>]* rel="(modulepreload|stylesheet)")[^>]*>/g) ?? []
    expect(requests).not.toEqual([])
    for (const tag of requests)
      expect(tag).toMatch(/^<(script type="module"|link rel="modulepreload") fetchpriority="low"/)
  })
})

/** The box of an element's letters, once they are of the page's own font. */
const textBox = (page: Page, selector: string) =>
  page.evaluate(`(async () => {
    await document.fonts.ready
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('${selector}'))
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x, y, width, height }
  })()`)

test('a page that is shorter than the window does not scroll', async () => {
  const { page } = await openPage()
  for (const path of ['/nowhere', '/chatbot', '/login']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
  }
})

test('switching the theme moves nothing by itself', async () => {
  const { page } = await openScreen('/login')
  await page.getByLabel('Email').waitFor()
  const transitions = await page.evaluate<number>(`new Promise((resolve) => {
    let started = 0
    document.addEventListener('transitionrun', (event) => { if (event.propertyName !== 'transform') started += 1 })
    document.querySelector('header button[aria-label^="Switch"]').click()
    // Transitions run from the next frame on; motion is allowed again a frame later.
    const look = () => ('switching' in document.documentElement.dataset ? requestAnimationFrame(look) : requestAnimationFrame(() => resolve(started)))
    look()
  })`)
  expect(transitions).toBe(0)
})

describe('Log In and Sign up', () => {
  const titleTop = async (page: Page, path: string) => {
    await page.goto(path)
    await page.getByLabel('Email').waitFor()
    return (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
  }
  test('begin at one height, which an error does not change', async () => {
    const { page } = await openPage()
    const signUp = await titleTop(page, '/signup')
    const logIn = await titleTop(page, '/login')
    expect(logIn).toBe(signUp)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.getByText('Password is required').waitFor()
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.y).toBe(logIn)
  })

  test('a refused login is told in the form too, until something is typed', async () => {
    const { page } = await openScreen('/login', { ignore: /401/ })
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password').fill('a wrong password')
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await alert.filter({ hasText: 'Invalid email or password' }).waitFor()
    await page.getByLabel('Password').press('x')
    await alert.waitFor({ state: 'detached' })
  })

  test('an invitation survives a look at Log In, and a reload without it', async () => {
    const { page } = await openScreen('/signup?ref=FRIEND')
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    const code = page.getByLabel('Referral code (optional)')
    expect(await code.inputValue()).toBe('FRIEND')
    await page.goto('/signup')
    expect(await code.inputValue()).toBe('FRIEND')
  })
})

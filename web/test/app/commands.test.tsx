import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fireEvent, act as inAct, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test, vi } from 'vitest'
import { shortcutGroups } from '../../src/features/commands/shortcut-list.ts'
import { accountParts } from '../../src/lib/account-parts.ts'
import { aUser } from '../answers/account.ts'
import { aJob, statsOf } from '../answers/jobs.ts'
import { webhookViews } from '../answers/webhooks.ts'
import { completed, idOf } from '../support/job-views.ts'
import { answer, openScreen, openSignedIn, renderApp, serve, serveSignedIn } from '../support/support.tsx'
import '../../src/features/api-keys/new-key-dialog.tsx'
import '../../src/features/webhooks/set-webhook-dialog.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/pages/terms.tsx'
import '../../src/pages/license.tsx'
import '../../src/pages/dashboard.tsx'
import '../../src/pages/job-queue.tsx'
import '../../src/pages/log-in.tsx'
import '../../src/features/job-panel/job-panel.tsx'
import '../../src/features/commands/palette.tsx'
import '../../src/features/compare/compare-dialog.tsx'
import '../../src/features/job-panel/acts/delete-job-dialog.tsx'
import '../../src/pages/playground.tsx'
import '../../src/features/commands/shortcuts-dialog.tsx'

const row = aJob({ userText: 'The quick brown fox' })
const unknownId = '0b54f8ea-6a3b-4f06-9a3c-6a1f0c5f7e11'

/** Somebody with one job, on the Dashboard. */
async function openWithJob(more: Parameters<typeof serve>[0] = {}) {
  const served = serveSignedIn({
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([row]),
    'GET /api/jobs': () => answer([row]),
    ...more,
  })
  const app = renderApp('/')
  await screen.findAllByText(row.userText)
  return { ...served, ...app }
}

const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Search and commands' })
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')

describe('the palette', () => {
  test('opens by Ctrl+K, by ⌘K and by its button, and Escape gives the focus back', async () => {
    openScreen('/terms')
    const button = await screen.findByRole('button', { name: 'Search and commands' })
    for (const open of ['{Control>}k{/Control}', '{Meta>}k{/Meta}', '{Enter}']) {
      button.focus()
      await userEvent.keyboard(open)
      const field = await screen.findByRole('combobox')
      await waitFor(() => expect(document.activeElement).toBe(field))
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(button))
    }
  })

  test('the same keys close it', async () => {
    openScreen('/terms')
    await openPalette()
    await userEvent.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('lists screens and actions in their sections; a visitor is offered the login, not the log-out', async () => {
    openScreen('/terms')
    await openPalette()
    const section = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('option')
        .map((option) => option.textContent)
    expect(section('Screens')).toEqual([
      ...[
        'DashboardG D',
        'Job QueueG J',
        'API PlaygroundG P',
        'Voice ChatbotG C',
        'Works',
        'Batches',
        'Voices',
        'User Guide',
        'Settings',
      ],
      ...['Log In', 'Pricing', 'Terms of Service', 'License'],
    ])
    expect(section('Actions')).toEqual([
      ...['Switch to light theme', 'Toggle sidebarCtrl B', 'API reference', 'Status', 'Keyboard shortcuts?'],
    ])
    expect(screen.queryByRole('group', { name: 'Jobs' })).toBeNull()
  })

  test('arrows go round, Home and End to the ends, and the field names the line they reach', async () => {
    openScreen('/terms')
    const field = await openPalette()
    expect(active(field)?.textContent).toBe('DashboardG D')
    await userEvent.keyboard('{ArrowUp}')
    expect(active(field)?.textContent).toBe('Keyboard shortcuts?')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(active(field)?.textContent).toBe('Job QueueG J')
    await userEvent.keyboard('{End}')
    expect(active(field)?.textContent).toBe('Keyboard shortcuts?')
    await userEvent.keyboard('{Home}')
    expect(active(field)?.getAttribute('aria-selected')).toBe('true')
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
    expect(document.activeElement).toBe(field)
  })

  test('Enter goes to the screen that was typed, and the focus to its content', async () => {
    openScreen('/terms')
    await openPalette()
    await userEvent.keyboard('licen{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'License' })
    await waitFor(() => expect(document.activeElement?.id).toBe('main'))
  })

  test('has an empty state, and starts anew when it opens again', async () => {
    openScreen('/terms')
    const field = await openPalette()
    await userEvent.keyboard('no such thing')
    expect(await screen.findByText('Nothing found')).toBeDefined()
    expect(field.getAttribute('aria-expanded')).toBe('false')
    expect(field.hasAttribute('aria-activedescendant')).toBe(false)
    await userEvent.keyboard('{Enter}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await openPalette()).toHaveProperty('value', '')
  })

  test('switches the theme, and finds it by another word', async () => {
    serve({})
    document.documentElement.dataset.theme = 'dark'
    renderApp('/terms')
    await openPalette()
    await userEvent.keyboard('appear')
    expect(options()).toEqual(['Switch to light theme'])
    await userEvent.click(screen.getByRole('option'))
    expect(document.documentElement.dataset.theme).toBe('light')
    document.documentElement.dataset.theme = 'dark'
  })

  test('leads to another language, by the word for it in each', async () => {
    openScreen('/terms')
    const reload = vi.fn()
    vi.stubGlobal('location', { ...location, reload })
    await openPalette()
    await userEvent.keyboard('sprache')
    expect(options()).toEqual(['Language: Deutsch', 'Language: Español', 'Language: Français'])
    await userEvent.click(screen.getByRole('option', { name: 'Language: Deutsch' }))
    expect(localStorage.getItem('language')).toBe('de')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('toggles the sidebar and logs out', async () => {
    const { count } = await openWithJob({ 'POST /api/auth/logout': () => answer({ message: 'ok' }) })
    await openPalette()
    await userEvent.keyboard('toggle side{Enter}')
    expect(screen.getByRole('button', { name: 'Toggle sidebar' }).getAttribute('aria-expanded')).toBe('false')
    await openPalette()
    await userEvent.keyboard('log out{Enter}')
    expect(await screen.findByRole('heading', { name: 'Log In' })).toBeDefined()
    expect(count('POST /api/auth/logout')).toBe(1)
  })
})

describe('My Account in the palette', () => {
  const { working } = webhookViews()
  const openAccount = (handlers: Parameters<typeof serve>[0] = {}) =>
    openWithJob({
      'GET /api/auth/me': () =>
        answer({ user: aUser({ subscriptionTier: 'creator', webhookUrl: working.webhookUrl }) }),
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/keys': () => answer([]),
      'GET /api/settings/webhook': () => answer(working),
      'GET /api/webhooks/deliveries?limit=20': () => answer([]),
      'POST /api/settings/webhook/test': () => answer({ status: 200, ms: 7 }),
      'POST /api/stripe/billing-portal': () => answer({ url: '/portal' }),
      ...handlers,
    })
  const act = async (typed: string, name: string) => {
    await openPalette()
    await userEvent.keyboard(typed)
    await userEvent.click(screen.getByRole('option', { name }))
  }

  const parts = accountParts.map(({ id, title }) => ({ id, title: title.id }))

  test('each part is found by its title, and leads to its card, which has that title', async () => {
    const { router } = await openAccount()
    for (const { id, title } of parts) {
      await openPalette()
      await userEvent.keyboard(title)
      const group = within(screen.getByRole('group', { name: 'My Account' }))
      await userEvent.click(group.getByRole('option', { name: title }))
      await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
      expect(router.state.location).toMatchObject({ pathname: '/account', hash: `#${id}` })
      await waitFor(() => expect(document.querySelector(`#${id} h2`)?.textContent).toBe(title))
    }
    const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
    expect(contents.map((link) => link.textContent)).toEqual(parts.map(({ title }) => title))
    const cards = [...document.querySelectorAll('main h2[id]')].map((head) => head.textContent)
    expect(cards).toEqual(parts.map(({ title }) => title))
  })

  test.each([
    ['key', 'API keys'],
    ['webhooks', 'Webhook'],
    ['billing', 'Subscription'],
    ['dark', 'Switch to light theme'],
    ['openapi', 'API reference'],
    ['new', 'New job'],
    ['new', 'New work'],
    ['new', 'New API key'],
  ])('%s finds %s', async (typed, name) => {
    document.documentElement.dataset.theme = 'dark'
    await openAccount()
    await openPalette()
    await userEvent.keyboard(typed)
    expect(screen.getByRole('option', { name })).toBeDefined()
  })

  test('New API key opens its dialog, once', async () => {
    await openAccount()
    await act('new', 'New API key')
    await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('Send test webhook sends one', async () => {
    const { count } = await openAccount()
    await act('test web', 'Send test webhook')
    expect(await screen.findByText('7 ms')).toBeDefined()
    expect(count('POST /api/settings/webhook/test')).toBe(1)
  })

  test('Send test webhook asks for an address where there is none', async () => {
    await openAccount({ 'GET /api/settings/webhook': () => answer(webhookViews().none) })
    await act('test web', 'Send test webhook')
    expect(await within(await screen.findByRole('dialog')).findByLabelText('Webhook URL')).toBeDefined()
  })

  test('Manage billing goes to the portal', async () => {
    const { count } = await openAccount()
    await act('manage', 'Manage billing')
    await waitFor(() => expect(count('POST /api/stripe/billing-portal')).toBe(1))
  })
})

describe('jobs in the palette', () => {
  const found = () =>
    within(screen.getByRole('group', { name: 'Jobs' }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  const last = () => options().at(-1)

  test('are found by any part of their text, and by four characters of their id, and open in the queue', async () => {
    await openWithJob({ [`GET /api/jobs/${row.id}`]: () => answer({ ...row, timeline: [] }) })
    await openPalette()
    await userEvent.keyboard('fo')
    expect(found()).toEqual(['The quick brown foxf3a91c7e…Pending'])
    await userEvent.keyboard('{Control>}a{/Control}f3a')
    expect(screen.queryByRole('group', { name: 'Jobs' })).toBeNull()
    await userEvent.keyboard('{Control>}a{/Control}F3A9')
    expect(found()).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Job Queue' })).toBeDefined()
    expect(await screen.findByRole('dialog', { name: `Job ${row.id.slice(0, 13)}` })).toBeDefined()
  })

  test('are found by a sign of another script, by their voice, and by why they failed', async () => {
    const rows = [
      aJob({ id: idOf(1), userText: '早上好' }),
      aJob({ id: idOf(2), userText: 'One', voiceId: 'slt' }),
      aJob({ id: idOf(3), userText: 'Two', status: 'failed', error: 'Invalid voice ID' }),
    ]
    await openWithJob({ 'GET /api/jobs/recent': () => answer([row, ...rows]) })
    await openPalette()
    for (const [typed, text] of [
      ['好', '早上好'],
      ['SLT', 'One'],
      ['valid v', 'Two'],
    ] as const) {
      await userEvent.keyboard(`{Control>}a{/Control}${typed}`)
      expect(found()).toEqual([expect.stringMatching(new RegExp(`^${text}`))])
    }
  })

  test('that are not loaded are searched for in the queue, by the last line', async () => {
    const { router } = await openWithJob()
    await openPalette()
    await userEvent.keyboard('  a & b')
    expect(options()).toEqual(['Search all jobs for ‘a & b’'])
    await userEvent.keyboard('{Control>}a{/Control}fox')
    expect(last()).toBe('Search all jobs for ‘fox’')
    await userEvent.keyboard('{End}{Enter}')
    expect(await screen.findByRole('searchbox')).toHaveProperty('value', 'fox')
    expect(router.state.location.search).toBe('?q=fox')
  })

  test('a whole id leads to a job that is not loaded', async () => {
    const { asked } = await openWithJob()
    await openPalette()
    await userEvent.keyboard(`  ${unknownId.toUpperCase()}`)
    expect(options()).toEqual([`Open job ${unknownId}`, `Search all jobs for ‘${unknownId.toUpperCase()}’`])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(asked).toContain(`GET /api/jobs/${unknownId}`))
  })

  test('are not offered to a visitor', async () => {
    openScreen('/terms')
    await openPalette()
    await userEvent.keyboard(unknownId)
    expect(await screen.findByText('Nothing found')).toBeDefined()
  })
})

describe('the list of shortcuts and the palette', () => {
  const take = { ...completed, durationMs: 20_000 }
  const places: Record<string, string> = {
    Everywhere: '/terms',
    'Go to': '/terms',
    'Job Queue': '/jobs',
    Comparison: `/jobs?compare=${idOf(1)},${idOf(2)}`,
    'API Playground': '/test',
  }
  const open = (path: string) =>
    openSignedIn(path, {
      'GET /api/stats': () => answer(statsOf()),
      'GET /api/jobs/recent': () => answer([row]),
      'GET /api/jobs': () => answer([row]),
      'GET /api/voices': () => answer([]),
      [`GET /api/jobs/${idOf(1)}`]: () => answer(take),
      [`GET /api/jobs/${idOf(2)}`]: () => answer({ ...take, id: idOf(2) }),
    })
  const ofPalette = shortcutGroups.flatMap(({ title, shortcuts }) =>
    shortcuts.filter(({ isHere }) => !isHere).map(({ does, keys }) => ({ title: title.id, does: does.id, keys })),
  )

  test.each(ofPalette.filter(({ does }) => does !== 'Search and commands'))(
    '$title: a line of the palette does the same as $keys, and names it',
    async ({ title, does, keys }) => {
      open(places[title] ?? '')
      if (title === 'Comparison') await screen.findByRole('button', { name: 'Switch to B' })
      else await screen.findByRole('heading', { level: 1 })
      if (title === 'API Playground') await screen.findByRole('button', { name: does })
      if (title === 'Job Queue') await screen.findByLabelText(does)
      const field = await openPalette()
      await userEvent.type(field, title === 'Comparison' ? 'switch to' : does)
      expect(options().some((option) => option?.endsWith(keys))).toBe(true)
    },
  )

  test('each key of a line of the palette is in the list', async () => {
    const listed = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys))
    for (const path of new Set(Object.values(places))) {
      const { unmount } = open(path)
      await screen.findByRole('heading', { level: 1 })
      await openPalette()
      const shown = [...document.querySelectorAll('[role=option] kbd')].map(({ textContent }) => textContent)
      expect(shown.filter((keys) => !listed.includes(keys ?? ''))).toEqual([])
      unmount()
    }
  })

  test('every key that a file of the app asks for is in the list', async () => {
    const folder = join(import.meta.dirname, '../../src')
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
    const asked = new Set<string>()
    for (const name of names) {
      const text = await readFile(join(folder, name), 'utf8')
      for (const [, key = ''] of text.matchAll(
        /(?:event\.key(?:\.toLowerCase\(\))? [!=]==|isWithCommand\(event,) '([^']+)'/g,
      ))
        asked.add(key)
    }
    const drawn: Record<string, string> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' }
    const listed = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys.split(' ')))
    expect(asked.size).toBeGreaterThan(6)
    expect(
      [...asked].filter((key) => !listed.includes(drawn[key] ?? (key.length === 1 ? key.toUpperCase() : key))),
    ).toEqual([])
  })
})

describe('acts of the present screen in the palette', () => {
  test('are its buttons and links, by their words, and are done there', async () => {
    await openWithJob()
    await userEvent.type(await openPalette(), 'view all{Enter}')
    expect(await screen.findByRole('heading', { name: 'Job Queue' })).toBeDefined()
  })

  test('are those of the open job, and none of the screen behind it', async () => {
    openSignedIn(`/jobs?job=${idOf(1)}`, {
      'GET /api/stats': () => answer(statsOf()),
      'GET /api/jobs': () => answer([completed]),
      [`GET /api/jobs/${idOf(1)}`]: () => answer(completed),
    })
    const panel = await screen.findByRole('dialog')
    await within(panel).findByRole('button', { name: 'Delete' })
    const field = await openPalette()
    await userEvent.type(field, 'search jobs')
    expect(screen.queryByRole('group', { name: 'On this screen' })).toBeNull()
    await userEvent.clear(field)
    await userEvent.type(field, 'delete{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Delete this job?' })).toBeDefined()
  })
})

describe('single keys', () => {
  const headingOf = async (name: string) => expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined()

  test('G and a letter go to a screen, ? lists the shortcuts', async () => {
    await openWithJob()
    await userEvent.keyboard('gj')
    await headingOf('Job Queue')
    await userEvent.keyboard('gd')
    await headingOf('Dashboard')
    await userEvent.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })

  test('do nothing in a field, with a modifier, beside an open dialog, or with another key between', async () => {
    await openWithJob()
    await userEvent.keyboard('gj')
    await headingOf('Job Queue')
    await userEvent.type(screen.getByRole('searchbox'), 'gd?')
    inAct(() => screen.getByRole('searchbox').blur())
    await userEvent.keyboard('{Control>}g{/Control}d{Alt>}g{/Alt}d')
    fireEvent.keyDown(document.body, { key: 'g', repeat: true })
    await userEvent.keyboard('dgxd')
    await openPalette()
    screen.getByRole('button', { name: 'Close' }).focus()
    await userEvent.keyboard('gd?')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await headingOf('Job Queue')
  })

  test('can be turned off, which is kept; ⌘K and the list of shortcuts stay', async () => {
    const { unmount } = openScreen('/terms')
    await screen.findByRole('link', { name: 'Log In' })
    await userEvent.keyboard('?')
    const toggle = await screen.findByRole('switch', { name: 'Single keys' })
    expect(toggle).toHaveProperty('checked', true)
    await userEvent.click(toggle)
    expect(toggle).toHaveProperty('checked', false)
    expect(localStorage.getItem('single-keys')).toBe('off')
    unmount()
    renderApp('/terms')
    await screen.findByRole('link', { name: 'Log In' })
    await userEvent.keyboard('?gd')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeDefined()
    await openPalette()
    expect(options()).toContain('Dashboard')
    await userEvent.keyboard('keyboard{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })
})

test('Escape in the list of shortcuts gives the focus back to where the palette was opened', async () => {
  openScreen('/terms')
  const button = await screen.findByRole('button', { name: 'Toggle sidebar' })
  button.focus()
  await openPalette()
  await userEvent.keyboard('keyboard{Enter}')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search and commands' })).toBeNull())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('Escape pressed as soon as the palette has the focus closes it, and not the panel below', async () => {
  const { id } = row
  openSignedIn(`/jobs?job=${id}`, {
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([row]),
    'GET /api/jobs': () => answer([row]),
    [`GET /api/jobs/${id}`]: () => answer({ ...completed, id }),
  })
  const panel = await screen.findByRole('dialog', { name: `Job ${id.slice(0, 13)}` })
  await within(panel).findByText('Timeline')
  const pressed: Element[] = []
  // Within the focus: before the kit can know that another dialog is on top.
  const press = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches('[role=combobox]')) return
    pressed.push(target)
    fireEvent.keyDown(target, { key: 'Escape' })
  }
  document.addEventListener('focusin', press)
  try {
    await userEvent.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(pressed).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search and commands' })).toBeNull())
  } finally {
    document.removeEventListener('focusin', press)
  }
  expect(screen.getByRole('dialog', { name: `Job ${id.slice(0, 13)}` })).toBe(panel)
  await waitFor(() => expect(document.activeElement).toBe(panel))
  // A single step, however often it is pressed while the panel slides out.
  await userEvent.keyboard('{Escape}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: 'Job Queue' })).toBeDefined()
})

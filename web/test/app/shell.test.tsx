import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { closeToast, toast } from '../../src/lib/toasts.ts'
import { aUser } from '../answers/account.ts'
import { answer, openScreen, openSignedIn, problem, renderApp, serve, setWidth } from '../support/support.tsx'
import '../../src/pages/terms.tsx'
import '../../src/pages/license.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/pages/log-in.tsx'

const links = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('the sidebar lists its groups; the account group follows the session', async () => {
  openScreen('/terms')
  await screen.findByRole('link', { name: 'Log In' })
  expect(links()).toEqual([
    ...[
      'Dashboard',
      'Job Queue',
      'API Playground',
      'Voice Chatbot',
      'Works',
      'Batches',
      'Voices',
      'User Guide',
      'Settings',
    ],
    ...['Terms of Service', 'License', 'Log In', 'Pricing'],
  ])
  expect(screen.getByRole('link', { name: 'Terms of Service' }).getAttribute('aria-current')).toBe('page')
  expect(await screen.findByText('Last updated October 18, 2025')).toBeDefined()
})

test('Ctrl+B collapses the sidebar, and a cookie keeps it for the next visit', async () => {
  const { unmount } = openScreen('/terms')
  await screen.findByRole('link', { name: 'Log In' })
  const toggle = () => screen.getByRole('button', { name: 'Toggle sidebar' })
  expect(toggle().getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Control>}b{/Control}')
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
  expect(document.cookie).toContain('sidebar_state=false')
  unmount()
  renderApp('/terms')
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard('{Meta>}b{/Meta}')
  expect(document.cookie).toContain('sidebar_state=true')
})

test('under 768 px the sidebar is a sheet, which closes on Esc and on choosing', async () => {
  setWidth(375)
  openScreen('/terms')
  expect(screen.queryByRole('navigation')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Toggle sidebar' }))
  expect(await screen.findByRole('dialog')).toBeDefined()
  expect(document.cookie).not.toContain('sidebar_state')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('{Control>}b{/Control}')
  await userEvent.click(await screen.findByRole('link', { name: 'License' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('heading', { name: 'License' })).toBeDefined()
})

test('the theme button names what it gives, and the choice is stored', async () => {
  serve({})
  document.documentElement.dataset.theme = 'dark'
  renderApp('/terms')
  await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }))
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(localStorage.getItem('theme')).toBe('light')
  expect(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeDefined()
})

test('one toast at a time: a new one takes the place of the older', async () => {
  openScreen('/terms')
  act(() => toast({ title: 'Job submitted' }))
  expect((await screen.findAllByText('Job submitted')).length).toBeGreaterThan(0)
  act(() => toast({ title: 'Success!', text: 'Audio is ready' }))
  const shown = () => within(screen.getByRole('region', { name: /Notifications/ })).getAllByRole('listitem')
  await waitFor(() => expect(shown().map((item) => item.textContent)).toEqual(['Success!Audio is ready']))
  act(() => closeToast(-1))
  expect(shown()).toHaveLength(1)
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(screen.getByRole('region', { name: /Notifications/ }).contains(document.activeElement)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Close notification' }))
  await waitFor(() => expect(screen.queryByText('Success!')).toBeNull())
})

test('a toast that is closed or acted on by keyboard gives the focus back to where it was', async () => {
  openScreen('/terms')
  const [undone, search] = [vi.fn(), await screen.findByRole('button', { name: 'Search and commands' })]
  for (const name of ['Undo', 'Close notification']) {
    act(() => toast({ title: 'Job deleted', action: { label: 'Undo', run: undone } }))
    search.focus()
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    const pressed = await screen.findByRole('button', { name })
    act(() => pressed.focus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
    expect(document.activeElement).toBe(search)
  }
  expect(undone).toHaveBeenCalledOnce()
})

test('logging out forgets what was read, shows a toast and goes to the login', async () => {
  let isIn = true
  const { client } = openScreen('/account', {
    'GET /api/auth/me': () => (isIn ? answer({ user: aUser() }) : problem(401, 'Not signed in')),
    'POST /api/auth/logout': () => {
      isIn = false
      return answer({ message: 'ok' })
    },
  })
  client.setQueryData(['/api', 'jobs', 'recent'], [])
  expect(await screen.findByText('mirabel')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
  expect(await screen.findByRole('heading', { name: 'Log In' })).toBeDefined()
  expect((await screen.findAllByText("You've been successfully logged out.")).length).toBeGreaterThan(0)
  expect(client.getQueryData(['/api', 'jobs', 'recent'])).toBeUndefined()
})

test('the account page sends a visitor to the login', async () => {
  openScreen('/account')
  expect(await screen.findByRole('heading', { name: 'Log In' })).toBeDefined()
})

test('nobody is sent to the login because the server is unavailable', async () => {
  openScreen('/account', { 'GET /api/auth/me': () => problem(503, 'Service unavailable') })
  expect(await screen.findByText(/server is away/)).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Log In' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull()
})

test('a notice of the operator stands above every screen until it is dismissed, in this tab', async () => {
  document.documentElement.dataset.notice = 'Down on Sunday, 2 to 3 UTC.'
  const { unmount } = openScreen('/terms')
  expect(await screen.findByText('Down on Sunday, 2 to 3 UTC.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss notice' }))
  expect(screen.queryByText('Down on Sunday, 2 to 3 UTC.')).toBeNull()
  unmount()
  renderApp('/license')
  expect(await screen.findByRole('heading', { name: 'License' })).toBeDefined()
  expect(screen.queryByText('Down on Sunday, 2 to 3 UTC.')).toBeNull()

  sessionStorage.clear()
  delete document.documentElement.dataset.notice
})

test('a suspended account reads why above every screen', async () => {
  openSignedIn('/terms', {}, { suspension: { since: '2026-01-15T09:00:00.000Z', reason: 'Spam.' } })
  expect((await screen.findByText('This account is suspended.')).parentElement?.textContent).toBe(
    'This account is suspended. Spam. Jobs under way go on; new ones are refused.',
  )
})

import { destinations } from '@utter/gateway/entrance/destinations'
import { type RegisteredRoute, registeredRoutes } from '@utter/testing/routes/registered-routes'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const all = await registeredRoutes({ withPlugins: true })
const isPublic = ({ path }: RegisteredRoute) => !path.startsWith('/internal/')
const nameOf = ({ method, path }: RegisteredRoute) => `${method} ${path}`

test('every route has a guard, and routes inside are for processes alone', () => {
  expect(all.length).toBeGreaterThan(70)
  expect(all.filter(({ access }) => access === undefined).map(nameOf)).toEqual([])
  expect(all.filter((route) => isPublic(route) === (route.access === 'internal')).map(nameOf)).toEqual([])
})

test('a change of an account, its keys or its limits is for a session alone', () => {
  const own = all.filter(
    (route) => isPublic(route) && route.access !== 'anybody' && (route.service === 'account' || route.method === 'PUT'),
  )
  expect(
    own.filter(({ access }) => access !== 'session' && access !== 'fresh session').map(nameOf),
    'guard.required() or guard.fresh, or an exception here',
    // All are of what is spoken, not of the account.
  ).toEqual([
    'GET /api/auth/me',
    'GET /api/requests',
    'PUT /api/jobs/:id/tags',
    'PUT /api/works/:id/chapters/:chapterId/voice',
    'PUT /api/works/:id/chapters/:chapterId/paragraphs/:paragraphId',
    'PUT /api/works/:id/feed',
    'PUT /api/pronunciations',
  ])
})

test('the gateway forwards every public route, to the service that has it', () => {
  const destinationOf = (path: string) =>
    destinations
      .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0]?.service
  const lost = all.filter((route) => isPublic(route) && destinationOf(route.path) !== route.service)
  expect(lost.map(nameOf), 'add a row to gateway/src/entrance/destinations.ts').toEqual([])
})

/**
 * The files of services that publish outside an outbox. Each follows a mark on a document that a sweep or a redelivery
 * finds again after a crash, or tells what may be lost, as a worker's report of its progress may.
 */
const publishers = [
  'services/billing/src/lifecycle/bills/tell-of-invoice.ts',
  'services/chat/src/lifecycle/tell-writing.ts',
  'services/jobs/src/lifecycle/apply-step.ts',
  'services/jobs/src/lifecycle/end/delete-job.ts',
  'services/jobs/src/lifecycle/end/erase-account.ts',
  'services/jobs/src/lifecycle/end/publish-deletion.ts',
  'services/jobs/src/lifecycle/watch-usage.ts',
  'services/jobs/src/lifecycle/works/publish-changes.ts',
  'services/jobs/src/lifecycle/works/remove-jobs.ts',
  'services/notifier/src/deliveries/erase-account.ts',
  'services/referral/src/lifecycle/erase-account.ts',
  'services/speech/src/lifecycle/speak-replies.ts',
  'services/speech/src/lifecycle/tell-words.ts',
]

test('nothing else is published but through an outbox, or by a worker: a crash would lose the event', () => {
  const calls = /(?<!\bhub\.)\bpublish\((?!change: Change\))/
  const found = sourceFiles().filter(({ path, text }) => /^(services|gateway)\//.test(path) && calls.test(text))
  expect(
    found.map(({ path }) => path).sort(),
    'mark the document and let its outbox publish; a file that publishes for a sweep belongs in `publishers`',
  ).toEqual(publishers)
})

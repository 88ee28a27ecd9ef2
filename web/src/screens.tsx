import { paths } from '@utter/contracts/screens'
import { whenIdle } from './lib/browser/when-idle.ts'
import { type LazyView, lazyView } from './lib/lazy-view.tsx'

// The three screens of works are one chunk, and so are the list of batches and a new one: a person goes from one to another.
const works = () => import('./pages/works/works.tsx')
const batches = () => import('./pages/batches/batches.tsx')

/** Every screen, fetched when it is first gone to. */
export const screens = {
  [paths.dashboard]: lazyView(async () => (await import('./pages/dashboard.tsx')).DashboardPage),
  [paths.jobs]: lazyView(async () => (await import('./pages/job-queue.tsx')).JobQueuePage),
  [paths.playground]: lazyView(async () => (await import('./pages/playground.tsx')).PlaygroundPage),
  [paths.chatbot]: lazyView(async () => (await import('./pages/chatbot.tsx')).ChatbotPage),
  [paths.works]: lazyView(async () => (await works()).WorksPage),
  [paths.newWork]: lazyView(async () => (await works()).NewWorkPage),
  [paths.work]: lazyView(async () => (await works()).OneWorkPage),
  [paths.batches]: lazyView(async () => (await batches()).BatchesPage),
  [paths.newBatch]: lazyView(async () => (await batches()).NewBatchPage),
  [paths.batch]: lazyView(async () => (await import('./pages/batches/batch.tsx')).OneBatchPage),
  [paths.voices]: lazyView(async () => (await import('./pages/voices.tsx')).VoicesPage),
  [paths.guide]: lazyView(async () => (await import('./pages/guide.tsx')).GuidePage),
  [paths.settings]: lazyView(async () => (await import('./pages/settings.tsx')).SettingsPage),
  [paths.pricing]: lazyView(async () => (await import('./pages/pricing.tsx')).PricingPage),
  [paths.logIn]: lazyView(async () => (await import('./pages/log-in.tsx')).LogInPage),
  [paths.signUp]: lazyView(async () => (await import('./pages/sign-up.tsx')).SignUpPage),
  [paths.account]: lazyView(async () => (await import('./pages/account/account.tsx')).AccountPage),
  [paths.requests]: lazyView(async () => (await import('./pages/account/requests.tsx')).RequestsPage),
  [paths.usage]: lazyView(async () => (await import('./pages/account/usage.tsx')).UsageReportPage),
  [paths.terms]: lazyView(async () => (await import('./pages/terms.tsx')).TermsPage),
  [paths.license]: lazyView(async () => (await import('./pages/license.tsx')).LicensePage),
  [paths.verifyEmail]: lazyView(async () => (await import('./pages/verify-email.tsx')).VerifyEmailPage),
  [paths.status]: lazyView(async () => (await import('./pages/status.tsx')).StatusPage),
  [paths.shared]: lazyView(async () => (await import('./pages/shared.tsx')).SharedPage),
  [paths.verify]: lazyView(async () => (await import('./pages/verify.tsx')).VerifyPage),
} as const satisfies Record<(typeof paths)[keyof typeof paths], LazyView>

export type ScreenPath = keyof typeof screens

const isScreen = (path: string): path is ScreenPath => Object.hasOwn(screens, path)

/** The screen of a path; a work and a batch have their ids in it, and a shared job its secret. */
function screenAt(path: string): LazyView | undefined {
  const ofId = [paths.work, paths.batch, paths.shared].find((one) => path.startsWith(one.slice(0, one.indexOf(':'))))
  const known = isScreen(path) ? path : ofId
  return known && screens[known]
}

/** Fetches the code of a link's screen as soon as a person seems to want it: pointer over it, focus on it, or the press itself. */
export function preloadOnIntent(): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && link.origin === location.origin) screenAt(link.pathname)?.preload()
  }
  for (const event of ['pointerover', 'focusin', 'pointerdown']) document.addEventListener(event, preload)
}

/** Milliseconds after the page is there: what it shows first has the line for itself. */
const quietMs = 5_000

/**
 * Fetches the code of all screens, one after the other, while nothing else is to be done, so that none is missing when the connection
 * breaks or a deployment removes it. Not for who saves data.
 */
export function preloadWhenIdle(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const waiting = Object.values(screens)
  const next = () => {
    waiting.shift()?.preload()
    if (waiting.length > 0) whenIdle(next)
  }
  setTimeout(() => whenIdle(next), quietMs)
}

import './lib/browser/content-policy.ts'
import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createAppCache } from './features/session/me.ts'
import { reportError, reportUncaught } from './lib/browser/report-error.ts'
import { loadCatalog } from './lib/language/load-catalog.ts'
import { pageLanguage } from './lib/language/page-language.ts'
import { Screens } from './routes.tsx'
import { preloadOnIntent, preloadWhenIdle } from './screens.tsx'
import { Boundary, CouldNotBeShown } from './ui/layout/boundary.tsx'

reportUncaught()

/** Draws in slices: a slow processor answers a touch between two of them. */
function draw(): void {
  preloadOnIntent()
  preloadWhenIdle()
  const queryClient = createAppCache()
  const root = createRoot(document.getElementById('root')!, {
    onCaughtError: reportError,
    onUncaughtError: reportError,
  })
  startTransition(() =>
    root.render(
      <StrictMode>
        <Boundary fallback={<CouldNotBeShown />}>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Screens />
            </BrowserRouter>
          </QueryClientProvider>
        </Boundary>
      </StrictMode>,
    ),
  )
}

function fallBackToEnglish(error: unknown): void {
  document.documentElement.lang = 'en'
  reportError(error)
}

const language = pageLanguage()
// A task of its own: a slow processor answers a touch before it. In another language nothing is drawn before its texts are there.
if (language === 'en') setTimeout(draw)
else void loadCatalog(language).catch(fallBackToEnglish).then(draw)

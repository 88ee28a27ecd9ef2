import './lib/content-policy.ts'
import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { meQuery } from './features/session/me.ts'
import { createQueryClient } from './lib/query-client.ts'
import { AppRoutes } from './routes.tsx'

// A session that ended elsewhere shows at the first read it refuses: ask who is signed in.
const queryClient = createQueryClient({
  onUnauthorized: (client) => void client.invalidateQueries({ queryKey: meQuery.queryKey }),
})
// The answer is on its way while the first screen still loads.
void queryClient.prefetchQuery(meQuery)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)

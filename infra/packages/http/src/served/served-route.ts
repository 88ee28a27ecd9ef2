import { ServedAnswer } from '@utter/contracts/http/status/served'
import type { IdentityGuard } from '../identity.ts'
import type { Route } from '../route.ts'

/** `GET /internal/served`, gateway to a service: what it has served, for the status page. */
export const servedRoute: Route<{
  guard: IdentityGuard
  served: { read(): Promise<ServedAnswer> }
}> = (app, { guard, served }) =>
  app.get('/internal/served', { access: guard.internal('gateway'), schema: { response: { 200: ServedAnswer } } }, () =>
    served.read(),
  )

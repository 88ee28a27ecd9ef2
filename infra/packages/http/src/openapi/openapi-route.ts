import { ApiPart } from '@utter/contracts/http/internal/get-openapi'
import type { IdentityGuard } from '../identity.ts'
import type { Route } from '../route.ts'
import { describeRoutes } from './describe-routes.ts'

/** `GET /internal/openapi.json`, gateway to each service: its part of the API's description, made once. */
export const openApiRoute: Route<{ guard: IdentityGuard }> = (app, { guard }) => {
  let part: ApiPart | undefined
  app.get(
    '/internal/openapi.json',
    { access: guard.internal('gateway'), schema: { response: { 200: ApiPart } } },
    async () => {
      part ??= describeRoutes(app)
      return part
    },
  )
}

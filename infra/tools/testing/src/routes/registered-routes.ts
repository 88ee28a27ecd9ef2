import { type Service, services } from '@utter/contracts/flow'
import type { Access } from '@utter/http/identity'
import { serviceApp } from './service-app.ts'

export type RegisteredRoute = {
  service: Service
  method: string
  path: string
  access: Access | undefined
  /** Whether the API's description has it. */
  isDescribed: boolean
}

/**
 * Every route that the services register, with its guard: undefined for none.
 * @param withPlugins also those with bodies of another kind: the pages of the sandbox, and Stripe's own call
 */
export async function registeredRoutes({ withPlugins = false } = {}): Promise<RegisteredRoute[]> {
  return (await Promise.all(services.map((service) => routesOf(service, withPlugins)))).flat()
}

async function routesOf(service: Service, withPlugins: boolean): Promise<RegisteredRoute[]> {
  const { app, routes } = await serviceApp(service)
  if (withPlugins) await app.ready()
  return routes
    .flatMap(({ method, url, access, schema }) =>
      [method].flat().map((one) => ({
        service,
        method: one,
        path: url,
        access: access?.admits,
        isDescribed: schema?.operation !== undefined,
      })),
    )
    .filter(({ method }) => method !== 'HEAD')
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import type { Service } from '@utter/contracts/flow'
import { createIdentityGuard, type Guard, type IdentityGuard } from '@utter/http/identity'
import type { App } from '@utter/http/route'
import { repoDir } from '@utter/local/settings'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '../identity.ts'

type ServiceApp = { buildApp(deps: object, log: ReturnType<typeof createLog>): App }
export type FoundRoute = {
  method: string | string[]
  url: string
  access?: Guard
  schema?: { operation?: unknown }
}

/** A service's app with the routes that it registers, those of plugins once it is ready. It has no dependencies but the guard: it answers those whom a route refuses. */
export async function serviceApp(
  service: Service,
  publicKeys = createTestIdentity().publicKeys,
): Promise<{ app: App; routes: FoundRoute[] }> {
  const { buildApp } = (await import(join(repoDir, 'services', service, 'src/app.ts'))) as ServiceApp
  const guard = createIdentityGuard(publicKeys, service)
  const routes: FoundRoute[] = []
  const watch = (message: unknown) =>
    (message as { fastify: App }).fastify.addHook('onRoute', (route) => void routes.push(route as FoundRoute))
  // Synchronous from here to the end of `buildApp`: no other app is watched.
  subscribe('fastify.initialization', watch)
  const app = buildApp(depsWith(guard), createLog(service, 'silent'))
  unsubscribe('fastify.initialization', watch)
  return { app, routes }
}

/** Dependencies of a service of which registering its routes calls none but the guard. */
const depsWith = (guard: IdentityGuard): object =>
  new Proxy({ guard }, { get: (deps, name) => (name in deps ? deps[name as 'guard'] : anything) })
/** Any object or function, but for a promise: what is awaited is there. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === 'then' ? undefined : anything),
  apply: () => anything,
})

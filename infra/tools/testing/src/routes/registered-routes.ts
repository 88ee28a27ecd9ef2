import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import type { Scope } from '@utter/contracts/credential'
import { type Service, services } from '@utter/contracts/flow'
import { createIdentityGuard, type IdentityGuard } from '@utter/http/identity'
import type { App } from '@utter/http/server'
import { repoDir } from '@utter/local/settings'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '../identity.ts'

/** The callers whom a route lets in: an account, by a session alone or also by a key with this scope, everybody, or processes. */
export type Access = 'session' | Scope | 'anybody' | 'internal'
export type RegisteredRoute = { service: Service; method: string; path: string; access: Access | undefined }

type ServiceApp = { buildApp(deps: object, log: ReturnType<typeof createLog>): App }

/** Every route that the services register, with the guard that stands before it: undefined for none. */
export async function registeredRoutes(): Promise<RegisteredRoute[]> {
  return (await Promise.all(services.map(routesOf))).flat()
}

async function routesOf(service: Service): Promise<RegisteredRoute[]> {
  const { buildApp } = (await import(join(repoDir, 'services', service, 'src/app.ts'))) as ServiceApp
  const accessOf = new Map<unknown, Access>()
  const found: { method: string | string[]; url: string; onRequest?: unknown }[] = []
  const watch = (message: unknown) =>
    (message as { fastify: App }).fastify.addHook('onRoute', (route) => void found.push(route))
  // Synchronous from here to the end of `buildApp`: no other app is watched.
  subscribe('fastify.initialization', watch)
  buildApp(depsWith(markedGuard(service, accessOf)), createLog(service, 'silent'))
  unsubscribe('fastify.initialization', watch)
  return found
    .flatMap(({ method, url, onRequest }) =>
      [method].flat().map((one) => ({
        service,
        method: one,
        path: url,
        access: [onRequest]
          .flat()
          .map((hook) => accessOf.get(hook))
          .find(Boolean),
      })),
    )
    .filter(({ method }) => method !== 'HEAD')
}

/** The real guard; each check that it makes is noted. */
function markedGuard(service: Service, accessOf: Map<unknown, Access>): IdentityGuard {
  const guard = createIdentityGuard(createTestIdentity().publicKeys, service)
  const mark = <Hook>(hook: Hook, access: Access): Hook => {
    accessOf.set(hook, access)
    return hook
  }
  return {
    required: (scope) => mark(guard.required(scope), scope ?? 'session'),
    anybody: mark(guard.anybody, 'anybody'),
    internal: (...allowed) => mark(guard.internal(...allowed), 'internal'),
  }
}

/** Dependencies of a service of which registering its routes calls none but the guard. */
const depsWith = (guard: IdentityGuard): object =>
  new Proxy({ guard }, { get: (deps, name) => (name in deps ? deps[name as 'guard'] : anything) })
const anything: unknown = new Proxy(() => {}, { get: () => anything, apply: () => anything })

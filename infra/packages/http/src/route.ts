import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Guard } from './identity.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  interface RouteShorthandOptions {
    /** The guard of the route, by which the last of its `onRequest` hooks admits a request. */
    access?: Guard
  }
}

/** A route, in a file of its own: it adds itself to the app and takes what it needs. */
export type Route<Deps> = (app: RouteApp, deps: Deps) => unknown

/** The handler of a route; by default of a route without schemas. */
export type RouteHandler<
  Generic extends RouteGenericInterface = RouteGenericInterface,
  Config = ContextConfigDefault,
  Schema extends FastifySchema = FastifySchema,
> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  Generic,
  Config,
  Schema,
  ZodTypeProvider,
  FastifyBaseLogger
>

/** A method of an app that adds a route: as Fastify's own, but a route without `access` does not compile. */
type AddRoute = <
  Generic extends RouteGenericInterface = RouteGenericInterface,
  Config = ContextConfigDefault,
  const Schema extends FastifySchema = FastifySchema,
>(
  path: string,
  options: RouteShorthandOptions<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    Generic,
    Config,
    Schema,
    ZodTypeProvider,
    FastifyBaseLogger
  > & { access: Guard },
  handler: RouteHandler<Generic, Config, Schema>,
) => unknown

/** The part of an app that a route uses. Bodies of another kind are parsed in a scope of their own (`register`). */
export type RouteApp = Record<'get' | 'post' | 'put' | 'patch' | 'delete', AddRoute> &
  Pick<App, 'addContentTypeParser' | 'removeAllContentTypeParsers'> & {
    register(scope: (own: RouteApp) => Promise<void>): unknown
  }

/** Adds the guard of each route as the last of its `onRequest` hooks. */
export function guardRoutes(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.access) route.onRequest = [route.onRequest ?? [], route.access].flat()
  })
}

/** Adds routes to an app, in their order. */
export function addRoutes<Deps>(app: App, routes: Route<Deps>[], deps: Deps): void {
  for (const route of routes) route(app as unknown as RouteApp, deps)
}
